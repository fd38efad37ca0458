/** All sessions of the set. */
import type { LabelledSession } from "./session.ts";
import actionsPipeline from "./sessions/actions-pipeline.ts";
import agentsSearch from "./sessions/agents-search.ts";
import androidCrash from "./sessions/android-crash.ts";
import ansibleInventory from "./sessions/ansible-inventory.ts";
import apiLimits from "./sessions/api-limits.ts";
import askedBack from "./sessions/asked-back.ts";
import audioUnits from "./sessions/audio-units.ts";
import branchHousekeeping from "./sessions/branch-housekeeping.ts";
import cargoWorkspace from "./sessions/cargo-workspace.ts";
import chineseBackend from "./sessions/chinese-backend.ts";
import cmakeCompacted from "./sessions/cmake-compacted.ts";
import compilerChoice from "./sessions/compiler-choice.ts";
import cronTimes from "./sessions/cron-times.ts";
import cssRegression from "./sessions/css-regression.ts";
import dataTeamSql from "./sessions/data-team-sql.ts";
import deutschSupport from "./sessions/deutsch-support.ts";
import djangoTimezone from "./sessions/django-timezone.ts";
import dockerCache from "./sessions/docker-cache.ts";
import docsTypos from "./sessions/docs-typos.ts";
import dotnetFeature from "./sessions/dotnet-feature.ts";
import elixirFlaky from "./sessions/elixir-flaky.ts";
import elmWishes from "./sessions/elm-wishes.ts";
import embeddedWatchdog from "./sessions/embedded-watchdog.ts";
import etlRefactor from "./sessions/etl-refactor.ts";
import explainErrors from "./sessions/explain-errors.ts";
import fakeOrders from "./sessions/fake-orders.ts";
import flutterNihongo from "./sessions/flutter-nihongo.ts";
import formattingOnly from "./sessions/formatting-only.ts";
import gameBalance from "./sessions/game-balance.ts";
import gemNative from "./sessions/gem-native.ts";
import goReview from "./sessions/go-review.ts";
import grpcDeadlock from "./sessions/grpc-deadlock.ts";
import hardening from "./sessions/hardening.ts";
import haskellSummary from "./sessions/haskell-summary.ts";
import helmValues from "./sessions/helm-values.ts";
import idleChatter from "./sessions/idle-chatter.ts";
import infraCleanup from "./sessions/infra-cleanup.ts";
import interruptedMigration from "./sessions/interrupted-migration.ts";
import interviewStyle from "./sessions/interview-style.ts";
import kafkaNaming from "./sessions/kafka-naming.ts";
import laravelReview from "./sessions/laravel-review.ts";
import ledgerRounding from "./sessions/ledger-rounding.ts";
import loginLoop from "./sessions/login-loop.ts";
import luaPlugin from "./sessions/lua-plugin.ts";
import makeNoSense from "./sessions/make-no-sense.ts";
import mobileHandover from "./sessions/mobile-handover.ts";
import monorepoMistakes from "./sessions/monorepo-mistakes.ts";
import namingRules from "./sessions/naming-rules.ts";
import newsletterCopy from "./sessions/newsletter-copy.ts";
import nextFrancais from "./sessions/next-francais.ts";
import nodeEspanol from "./sessions/node-espanol.ts";
import notebookAgents from "./sessions/notebook-agents.ts";
import nothingButTweaks from "./sessions/nothing-but-tweaks.ts";
import opsChat from "./sessions/ops-chat.ts";
import pastedGuide from "./sessions/pasted-guide.ts";
import pastedThread from "./sessions/pasted-thread.ts";
import phpLegacy from "./sessions/php-legacy.ts";
import planningTalk from "./sessions/planning-talk.ts";
import poems from "./sessions/poems.ts";
import poetryLock from "./sessions/poetry-lock.ts";
import portuguesDeutsch from "./sessions/portugues-deutsch.ts";
import printerFirmware from "./sessions/printer-firmware.ts";
import proseEditing from "./sessions/prose-editing.ts";
import pytestRedis from "./sessions/pytest-redis.ts";
import queueConsumers from "./sessions/queue-consumers.ts";
import queueDiscussion from "./sessions/queue-discussion.ts";
import quietErrands from "./sessions/quiet-errands.ts";
import railsRelease from "./sessions/rails-release.ts";
import reactCorrections from "./sessions/react-corrections.ts";
import readingTheCode from "./sessions/reading-the-code.ts";
import regexLesson from "./sessions/regex-lesson.ts";
import releaseTalk from "./sessions/release-talk.ts";
import rustCompacted from "./sessions/rust-compacted.ts";
import scalaUpgrade from "./sessions/scala-upgrade.ts";
import slowQuery from "./sessions/slow-query.ts";
import smallTalk from "./sessions/small-talk.ts";
import springDeutsch from "./sessions/spring-deutsch.ts";
import sqlMigrations from "./sessions/sql-migrations.ts";
import stoppedRefactor from "./sessions/stopped-refactor.ts";
import supportMails from "./sessions/support-mails.ts";
import supportTool from "./sessions/support-tool.ts";
import svelteA11y from "./sessions/svelte-a11y.ts";
import swiftSettings from "./sessions/swift-settings.ts";
import terraformCluster from "./sessions/terraform-cluster.ts";
import testAgents from "./sessions/test-agents.ts";
import testPhilosophy from "./sessions/test-philosophy.ts";
import tryOut from "./sessions/try-out.ts";
import unitySaveGames from "./sessions/unity-save-games.ts";
import vagrantSetup from "./sessions/vagrant-setup.ts";
import vueImpatient from "./sessions/vue-impatient.ts";
import webhookDuplicates from "./sessions/webhook-duplicates.ts";
import whatIsThis from "./sessions/what-is-this.ts";
import wrongFacts from "./sessions/wrong-facts.ts";

export const SESSIONS: readonly LabelledSession[] = [
  actionsPipeline,
  agentsSearch,
  androidCrash,
  ansibleInventory,
  apiLimits,
  askedBack,
  audioUnits,
  branchHousekeeping,
  cargoWorkspace,
  chineseBackend,
  cmakeCompacted,
  compilerChoice,
  cronTimes,
  cssRegression,
  dataTeamSql,
  deutschSupport,
  djangoTimezone,
  dockerCache,
  docsTypos,
  dotnetFeature,
  elixirFlaky,
  elmWishes,
  embeddedWatchdog,
  etlRefactor,
  explainErrors,
  fakeOrders,
  flutterNihongo,
  formattingOnly,
  gameBalance,
  gemNative,
  goReview,
  grpcDeadlock,
  hardening,
  haskellSummary,
  helmValues,
  idleChatter,
  infraCleanup,
  interruptedMigration,
  interviewStyle,
  kafkaNaming,
  laravelReview,
  ledgerRounding,
  loginLoop,
  luaPlugin,
  makeNoSense,
  mobileHandover,
  monorepoMistakes,
  namingRules,
  newsletterCopy,
  nextFrancais,
  nodeEspanol,
  notebookAgents,
  nothingButTweaks,
  opsChat,
  pastedGuide,
  pastedThread,
  phpLegacy,
  planningTalk,
  poems,
  poetryLock,
  portuguesDeutsch,
  printerFirmware,
  proseEditing,
  pytestRedis,
  queueConsumers,
  queueDiscussion,
  quietErrands,
  railsRelease,
  reactCorrections,
  readingTheCode,
  regexLesson,
  releaseTalk,
  rustCompacted,
  scalaUpgrade,
  slowQuery,
  smallTalk,
  springDeutsch,
  sqlMigrations,
  stoppedRefactor,
  supportMails,
  supportTool,
  svelteA11y,
  swiftSettings,
  terraformCluster,
  testAgents,
  testPhilosophy,
  tryOut,
  unitySaveGames,
  vagrantSetup,
  vueImpatient,
  webhookDuplicates,
  whatIsThis,
  wrongFacts,
];
