import { type LabelledSession, labelled } from "../../../session.ts";

const P = "/home/tess/AndroidStudioProjects/Plantcare";

/** An afternoon of moving things about on one Compose screen: much talk, hardly anything that lasts. */
const session: LabelledSession = labelled({
  name: "compose-padding-afternoon",
  project: P,
  talk: (t) => {
    t.prompt("hiii ok so the plant card looks kinda cramped?? can you look at PlantCard.kt")
      .read(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        '@Composable\nfun PlantCard(plant: Plant, onWater: () -> Unit) {\n  Card(Modifier.padding(4.dp)) {\n    Column(Modifier.padding(8.dp)) {\n      Text(plant.name, style = MaterialTheme.typography.titleMedium)\n      Text(plant.latin)\n      Button(onClick = onWater) { Text("Water") }\n    }\n  }\n}',
      )
      .said(
        "The column has 8 dp of inner padding and no spacing between its children, so the two lines of text and the button touch. I'd suggest 16 dp inside and `Arrangement.spacedBy(8.dp)`.",
      )
      .prompt("yes do that")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "Column(Modifier.padding(8.dp)) {",
        "Column(Modifier.padding(16.dp), verticalArrangement = Arrangement.spacedBy(8.dp)) {",
      )
      .ran(
        "./gradlew :app:installDebug",
        "> Task :app:installDebug\nInstalled on 1 device.\n\nBUILD SUCCESSFUL in 14s",
      )
      .said("Installed on your emulator.")
      .prompt("ooh nicer. hmm now its a bit TOO airy maybe 12?")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "Modifier.padding(16.dp)",
        "Modifier.padding(12.dp)",
      )
      .said("12 dp now.")
      .prompt("hmmmm")
      .prompt("no i liked 16 actually. put it back")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "Modifier.padding(12.dp)",
        "Modifier.padding(16.dp)",
      )
      .said("Back at 16 dp.")
      .prompt("whats the modifier called that makes a thing as wide as its parent, i always forget")
      .said("`Modifier.fillMaxWidth()`.")
      .prompt("right! put that on the button")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "Button(onClick = onWater)",
        "Button(onClick = onWater, modifier = Modifier.fillMaxWidth())",
      )
      .ran(
        "./gradlew :app:installDebug",
        "e: file:///home/tess/AndroidStudioProjects/Plantcare/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt:31:61 Unresolved reference: fillMaxWidth\n\n> Task :app:compileDebugKotlin FAILED\nBUILD FAILED in 6s",
        1,
      )
      .said("The import is missing.")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "import androidx.compose.foundation.layout.padding",
        "import androidx.compose.foundation.layout.fillMaxWidth\nimport androidx.compose.foundation.layout.padding",
      )
      .ran("./gradlew :app:installDebug", "Installed on 1 device.\n\nBUILD SUCCESSFUL in 9s")
      .said("It builds and is on the emulator.")
      .prompt("eh the button is huge now. like a doormat lol. undo?")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "Button(onClick = onWater, modifier = Modifier.fillMaxWidth())",
        "Button(onClick = onWater)",
      )
      .said("Reverted; the button is as wide as its label again.")
      .prompt("can we use a little drop icon instead of the word Water? or is that bad")
      .said(
        "It's fine as long as it has a description for TalkBack. Options:\n\n- **Icon only**: compact, needs `contentDescription`\n- **Icon and label**: clearest\n- **Chip with an icon**: lighter than a button\n\nI'd take the icon with the label.",
      )
      .prompt("try the chip")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        'Button(onClick = onWater) { Text("Water") }',
        'AssistChip(onClick = onWater, label = { Text("Water") }, leadingIcon = { Icon(Icons.Outlined.WaterDrop, null) })',
      )
      .ran("./gradlew :app:installDebug", "Installed on 1 device.\n\nBUILD SUCCESSFUL in 8s")
      .said("There is a chip now instead of the button.")
      .prompt("CUTE. ok keep the chip for now, maybe ill hate it tomorrow")
      .prompt("could the corners be rounder")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "Card(",
        "Card(shape = RoundedCornerShape(20.dp), ",
      )
      .said("The card's corners are at 20 dp.")
      .prompt("more")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "RoundedCornerShape(20.dp)",
        "RoundedCornerShape(28.dp)",
      )
      .said("28 dp.")
      .prompt("too much, now its a pill. 24")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "RoundedCornerShape(28.dp)",
        "RoundedCornerShape(24.dp)",
      )
      .said("24 dp.")
      .prompt("is there a way to see all of them at once, like light and dark, without installing every time")
      .said(
        "Yes: annotate a private function with `@PreviewLightDark` and open the split view. With `@PreviewFontScale` you'd see large text as well.",
      )
      .prompt("omg. add it")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "@Composable\nfun PlantCard",
        "@PreviewLightDark\n@Composable\nprivate fun PlantCardPreview() = PlantcareTheme { PlantCard(Plant.monstera) {} }\n\n@Composable\nfun PlantCard",
      )
      .said("Added a preview with the monstera.")
      .prompt("in dark the latin name is unreadable, grey on grey")
      .edited(
        `${P}/app/src/main/java/dev/tess/plantcare/ui/PlantCard.kt`,
        "Text(plant.latin)",
        "Text(plant.latin, color = MaterialTheme.colorScheme.onSurfaceVariant)",
      )
      .said("It takes `onSurfaceVariant` now, which has enough contrast in both themes.")
      .prompt("should i learn xml layouts too or is that dead")
      .said("You'll meet them in older apps, but for your own there is no need.")
      .prompt("phew")
      .prompt("ok commit this with a cute message")
      .ran(
        "git commit -am 'Give the plants some room to breathe'",
        "[main 77ac0d1] Give the plants some room to breathe\n 1 file changed, 19 insertions(+), 6 deletions(-)",
      )
      .said("Committed: “Give the plants some room to breathe”.")
      .prompt("hehe thank u bye 🌱");
  },
  may: [
    { kind: "decision", words: ["keep the chip for now"] },
    { kind: "learning", words: ["@PreviewLightDark"] },
    { kind: "fix", words: ["onSurfaceVariant"] },
  ],
  never: [
    "12 dp",
    "fillMaxWidth",
    "doormat",
    "28 dp",
    "TOO airy",
    "xml layouts",
    "import is missing",
    "Back at 16",
  ],
});

export default session;
