import { type LabelledSession, labelled } from "../session.ts";

/** A bug hunt with a wrong trail; Django. */
const session: LabelledSession = labelled({
  name: "django-timezone",
  project: "/home/nia/clinic",
  talk: (t) => {
    t.prompt("Appointments booked after 11pm show up on the wrong day in the calendar view. Please fix.")
      .said("I'll start with the calendar view and the query behind it.")
      .read(
        "/home/nia/clinic/calendar/views.py",
        "def day(request, date):\n    return Appointment.objects.filter(start__date=date)",
      )
      .ran(
        "python manage.py test calendar",
        "You must set settings.ALLOWED_HOSTS if DEBUG is False.\nCommandError: settings are not configured",
        1,
      )
      .ran(
        "DJANGO_SETTINGS_MODULE=clinic.settings.test python manage.py test calendar",
        "Ran 18 tests in 2.1s\n\nOK",
      )
      .said("The tests run with the test settings. I'll add a failing test for an appointment at 23:30.")
      .edited(
        "/home/nia/clinic/calendar/tests.py",
        "class DayView",
        "class DayView:\n    def test_late(self): ...",
      )
      .ran(
        "DJANGO_SETTINGS_MODULE=clinic.settings.test python manage.py test calendar",
        "FAIL: test_late (calendar.tests.DayView)\nAssertionError: 0 != 1 : appointment at 23:30 is not on its day\n\nRan 19 tests in 2.2s\n\nFAILED (failures=1)",
        1,
      )
      .said("Reproduced. I suspect the browser's timezone, maybe the template converts it.")
      .read("/home/nia/clinic/calendar/templates/day.html", "{{ a.start|time }}")
      .said(
        "The template is fine. The lookup `start__date` converts with the current timezone, and the middleware that activates the clinic's timezone is not installed for API requests.",
      )
      .edited(
        "/home/nia/clinic/clinic/settings/base.py",
        "MIDDLEWARE = [",
        "MIDDLEWARE = [\n    'clinic.middleware.ActivateTimezone',",
      )
      .edited(
        "/home/nia/clinic/calendar/views.py",
        "start__date=date",
        "start__range=day_bounds(date, request.clinic.tz)",
      )
      .ran(
        "DJANGO_SETTINGS_MODULE=clinic.settings.test python manage.py test calendar",
        "Ran 19 tests in 2.2s\n\nOK",
      )
      .said(
        "Late appointments are on the right day now. The root cause was that `start__date` compares in UTC unless a timezone is active, and `ActivateTimezone` was missing from the middleware. I fixed it by activating the clinic's timezone and filtering by the day's bounds.",
      )
      .prompt(
        "Great work. FYI the clinics in Lisbon and the Azores share one database, so never assume a single timezone per deployment.",
      )
      .said("Good to know; `day_bounds` takes the clinic's own timezone.");
  },
  keep: [
    { kind: "fix", words: ["start__date", "UTC", "views.py"], importance: [6, 9] },
    { kind: "command", type: "procedural", words: ["DJANGO_SETTINGS_MODULE"], importance: [4, 7] },
    { kind: ["learning", "preference"], type: "semantic", words: ["Lisbon", "timezone"], importance: [6, 9] },
  ],
  never: ["browser's timezone", "template converts"],
});

export default session;
