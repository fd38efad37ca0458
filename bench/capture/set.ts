/** All sessions of the set. */
import type { LabelledSession } from "./session.ts";
import actionsPipeline from "./sessions/actions-pipeline.ts";
import agentsSearch from "./sessions/agents-search.ts";
import androidCrash from "./sessions/android-crash.ts";
import apiLimits from "./sessions/api-limits.ts";
import askedBack from "./sessions/asked-back.ts";
import cmakeCompacted from "./sessions/cmake-compacted.ts";
import cssRegression from "./sessions/css-regression.ts";
import djangoTimezone from "./sessions/django-timezone.ts";
import dockerCache from "./sessions/docker-cache.ts";
import dotnetFeature from "./sessions/dotnet-feature.ts";
import elixirFlaky from "./sessions/elixir-flaky.ts";
import etlRefactor from "./sessions/etl-refactor.ts";
import flutterNihongo from "./sessions/flutter-nihongo.ts";
import formattingOnly from "./sessions/formatting-only.ts";
import gameBalance from "./sessions/game-balance.ts";
import goReview from "./sessions/go-review.ts";
import hardening from "./sessions/hardening.ts";
import haskellSummary from "./sessions/haskell-summary.ts";
import interruptedMigration from "./sessions/interrupted-migration.ts";
import kafkaNaming from "./sessions/kafka-naming.ts";
import laravelReview from "./sessions/laravel-review.ts";
import luaPlugin from "./sessions/lua-plugin.ts";
import monorepoMistakes from "./sessions/monorepo-mistakes.ts";
import nextFrancais from "./sessions/next-francais.ts";
import nodeEspanol from "./sessions/node-espanol.ts";
import notebookAgents from "./sessions/notebook-agents.ts";
import pastedGuide from "./sessions/pasted-guide.ts";
import pastedThread from "./sessions/pasted-thread.ts";
import planningTalk from "./sessions/planning-talk.ts";
import poems from "./sessions/poems.ts";
import poetryLock from "./sessions/poetry-lock.ts";
import portuguesDeutsch from "./sessions/portugues-deutsch.ts";
import proseEditing from "./sessions/prose-editing.ts";
import queueDiscussion from "./sessions/queue-discussion.ts";
import quietErrands from "./sessions/quiet-errands.ts";
import railsRelease from "./sessions/rails-release.ts";
import reactCorrections from "./sessions/react-corrections.ts";
import readingTheCode from "./sessions/reading-the-code.ts";
import regexLesson from "./sessions/regex-lesson.ts";
import releaseTalk from "./sessions/release-talk.ts";
import rustCompacted from "./sessions/rust-compacted.ts";
import slowQuery from "./sessions/slow-query.ts";
import smallTalk from "./sessions/small-talk.ts";
import springDeutsch from "./sessions/spring-deutsch.ts";
import stoppedRefactor from "./sessions/stopped-refactor.ts";
import supportMails from "./sessions/support-mails.ts";
import swiftSettings from "./sessions/swift-settings.ts";
import terraformCluster from "./sessions/terraform-cluster.ts";
import tryOut from "./sessions/try-out.ts";
import vueImpatient from "./sessions/vue-impatient.ts";
import webhookDuplicates from "./sessions/webhook-duplicates.ts";
import whatIsThis from "./sessions/what-is-this.ts";
import wrongFacts from "./sessions/wrong-facts.ts";

export const SESSIONS: readonly LabelledSession[] = [
  actionsPipeline,
  agentsSearch,
  androidCrash,
  apiLimits,
  askedBack,
  cmakeCompacted,
  cssRegression,
  djangoTimezone,
  dockerCache,
  dotnetFeature,
  elixirFlaky,
  etlRefactor,
  flutterNihongo,
  formattingOnly,
  gameBalance,
  goReview,
  hardening,
  haskellSummary,
  interruptedMigration,
  kafkaNaming,
  laravelReview,
  luaPlugin,
  monorepoMistakes,
  nextFrancais,
  nodeEspanol,
  notebookAgents,
  pastedGuide,
  pastedThread,
  planningTalk,
  poems,
  poetryLock,
  portuguesDeutsch,
  proseEditing,
  queueDiscussion,
  quietErrands,
  railsRelease,
  reactCorrections,
  readingTheCode,
  regexLesson,
  releaseTalk,
  rustCompacted,
  slowQuery,
  smallTalk,
  springDeutsch,
  stoppedRefactor,
  supportMails,
  swiftSettings,
  terraformCluster,
  tryOut,
  vueImpatient,
  webhookDuplicates,
  whatIsThis,
  wrongFacts,
];
