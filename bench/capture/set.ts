/** All sessions of the set. */
import type { LabelledSession } from "./session.ts";
import actionsPipeline from "./sessions/actions-pipeline.ts";
import agentsSearch from "./sessions/agents-search.ts";
import androidCrash from "./sessions/android-crash.ts";
import askedBack from "./sessions/asked-back.ts";
import cmakeCompacted from "./sessions/cmake-compacted.ts";
import djangoTimezone from "./sessions/django-timezone.ts";
import dotnetFeature from "./sessions/dotnet-feature.ts";
import elixirFlaky from "./sessions/elixir-flaky.ts";
import etlRefactor from "./sessions/etl-refactor.ts";
import flutterNihongo from "./sessions/flutter-nihongo.ts";
import formattingOnly from "./sessions/formatting-only.ts";
import goReview from "./sessions/go-review.ts";
import hardening from "./sessions/hardening.ts";
import interruptedMigration from "./sessions/interrupted-migration.ts";
import laravelReview from "./sessions/laravel-review.ts";
import nextFrancais from "./sessions/next-francais.ts";
import nodeEspanol from "./sessions/node-espanol.ts";
import notebookAgents from "./sessions/notebook-agents.ts";
import pastedGuide from "./sessions/pasted-guide.ts";
import pastedThread from "./sessions/pasted-thread.ts";
import planningTalk from "./sessions/planning-talk.ts";
import poems from "./sessions/poems.ts";
import proseEditing from "./sessions/prose-editing.ts";
import queueDiscussion from "./sessions/queue-discussion.ts";
import railsRelease from "./sessions/rails-release.ts";
import reactCorrections from "./sessions/react-corrections.ts";
import readingTheCode from "./sessions/reading-the-code.ts";
import regexLesson from "./sessions/regex-lesson.ts";
import rustCompacted from "./sessions/rust-compacted.ts";
import slowQuery from "./sessions/slow-query.ts";
import smallTalk from "./sessions/small-talk.ts";
import springDeutsch from "./sessions/spring-deutsch.ts";
import swiftSettings from "./sessions/swift-settings.ts";
import terraformCluster from "./sessions/terraform-cluster.ts";
import tryOut from "./sessions/try-out.ts";
import vueImpatient from "./sessions/vue-impatient.ts";
import webhookDuplicates from "./sessions/webhook-duplicates.ts";
import wrongFacts from "./sessions/wrong-facts.ts";

export const SESSIONS: readonly LabelledSession[] = [
  actionsPipeline,
  agentsSearch,
  androidCrash,
  askedBack,
  cmakeCompacted,
  djangoTimezone,
  dotnetFeature,
  elixirFlaky,
  etlRefactor,
  flutterNihongo,
  formattingOnly,
  goReview,
  hardening,
  interruptedMigration,
  laravelReview,
  nextFrancais,
  nodeEspanol,
  notebookAgents,
  pastedGuide,
  pastedThread,
  planningTalk,
  poems,
  proseEditing,
  queueDiscussion,
  railsRelease,
  reactCorrections,
  readingTheCode,
  regexLesson,
  rustCompacted,
  slowQuery,
  smallTalk,
  springDeutsch,
  swiftSettings,
  terraformCluster,
  tryOut,
  vueImpatient,
  webhookDuplicates,
  wrongFacts,
];
