/** A project's memory for programs. */

import { resolve } from "node:path";
import { type Caller, type MemoryAccess, viewpointOf } from "../engine/memories/access.ts";
import * as change from "../engine/memories/change.ts";
import { exportMemories } from "../engine/memories/export.ts";
import { findMemory, listMemories } from "../engine/memories/find.ts";
import { importMemories } from "../engine/memories/import.ts";
import { linkMemories, related, unlinkMemories } from "../engine/memories/links.ts";
import { noteRecalled, recallItems } from "../engine/memories/recall.ts";
import { remember } from "../engine/memories/remember.ts";
import type {
  ImportReport,
  ImportRequest,
  LinkRequest,
  MemoryFilter,
  RecallQuery,
  Related,
  Remembered,
  RememberRequest,
  WorkingDraft,
} from "../engine/memories/requests.ts";
import { clearWorking, createWorking, openWorking } from "../engine/memories/working.ts";
import { viewProject } from "../engine/project-view.ts";
import { openStore } from "../engine/with-store.ts";
import { hostPaths } from "../host/paths.ts";
import { fileTrace } from "../host/trace.ts";
import type { OwnLinkType } from "../memory/links.ts";
import type { Memory, MemoryLink, MemoryType, WorkingMemory } from "../memory/types.ts";
import type { Composed } from "../recall/compose.ts";
import { relevanceOf } from "../recall/relevance-of.ts";
import { similarTo } from "../recall/similar.ts";
import { heuristicPanel } from "../review/heuristic.ts";
import type { Panel } from "../review/types.ts";

export interface OpenOptions {
  /** A folder of the project; the current one unless told. */
  readonly project?: string;
  /**
   * Id of the conversation that the program acts in: it sees what is that session's own, its project's and the user's. Without
   * one it sees every session's memories, as a person does, and what it remembers is the project's.
   */
  readonly session?: string;
  /** Name of whoever remembers; `library` unless told. */
  readonly agent?: string;
  /** Path of the database; the user's own, which hooks and commands use, unless told. */
  readonly database?: string;
  /** The clock, for programs that replay the past. */
  readonly now?: () => Date;
}

/** What `recall` found: the text for a model, and what it is made of. */
export type Recalled = Composed;

/** The memory of one project. Every method rejects with a `RecordError` for what is asked wrongly, with a `StoreError` otherwise. */
export interface ProjectMemory extends AsyncDisposable {
  /** Id of the project. */
  readonly project: string;

  /**
   * Remembers a text; its type is told by its wording unless said. What is trivial or known already is not stored; a panel
   * judges the rest if one is given as `review`.
   */
  remember(text: string, more?: Omit<RememberRequest, "text">): Promise<Remembered>;
  /** Reviewers that go by rules and need no model, for `review`. */
  reviewers(): Panel;
  /** Records and memories that answer a query, as a text within a budget of tokens. Changes nothing. */
  recall(query: string, more?: Omit<RecallQuery, "query">): Promise<Recalled>;
  /** Notes that what was recalled was put before a model: how often, and when last, weighs in later recalls. */
  noteShown(recalled: Recalled): Promise<void>;
  /** How relevant a memory is to a query by itself, 0–10; 0 for what `recall` would leave out. */
  relevance(memory: Memory, query: string): number;

  /** The memory of an id, or of the only one that begins so (6 characters and more). */
  get(id: string): Promise<Memory>;
  /** The newest first. */
  list(filter?: MemoryFilter): Promise<Memory[]>;
  update(id: string, change: { readonly [field: string]: unknown }): Promise<Memory>;
  /** Takes it out of recall, and keeps it. */
  archive(id: string): Promise<Memory>;
  unarchive(id: string): Promise<Memory>;
  /** `by` takes its place: it is kept, and not recalled any more. */
  supersede(id: string, by: string): Promise<Memory>;
  /** Deletes memories for good; one that is not there, and none is deleted. Returns those that are gone. */
  forget(...ids: string[]): Promise<Memory[]>;

  link(link: LinkRequest): Promise<MemoryLink>;
  /** Takes links away, of a type or all. Returns how many there were. */
  unlink(link: { readonly from: string; readonly to: string; readonly type?: OwnLinkType }): Promise<number>;
  /** The memories that one is linked with, both ways. */
  related(id: string): Promise<Related>;

  /** What the task at hand needs; it lives for four hours unless it is cleared before. */
  createWorking(draft: WorkingDraft): Promise<WorkingMemory>;
  /** The session's own that is open, of one task or all. */
  working(task?: string): Promise<WorkingMemory[]>;
  /** Clears the session's own, of one task or all. Returns how many it was. */
  clearWorking(task?: string): Promise<number>;

  /** Lines of JSON, without their ends: a header, memories, links. */
  export(types?: readonly MemoryType[]): AsyncIterable<string>;
  /** @param open the lines from the first on, each time it is called: they are gone through twice */
  import(open: () => AsyncIterable<string>, how?: ImportRequest): Promise<ImportReport>;

  close(): Promise<void>;
}

/**
 * Opens the memory of a project; `close` it, or declare it with `await using`.
 *
 * @throws StoreError
 */
export async function openMemory(options: OpenOptions = {}): Promise<ProjectMemory> {
  const { project = ".", session, agent = "library", database, now = () => new Date() } = options;
  const own = hostPaths();
  const paths = database === undefined ? own : { ...own, database: resolve(database) };
  const view = viewProject({ paths, env: process.env, trace: fileTrace(paths.log), now }, resolve(project));
  // A file that is named is meant, whatever database is used otherwise.
  const elsewhere =
    database === undefined
      ? view
      : { host: { ...view.host, env: {} }, config: { ...view.config, store: {} } };
  const store = await openStore(elsewhere);
  const caller: Caller = {
    name: agent,
    isPerson: session === undefined,
    ...(session === undefined ? {} : { session }),
  };
  const access: MemoryAccess = { view, store, caller };
  const close = (): Promise<void> => store.close();
  return {
    project: view.project.id,
    remember: (text, more) => remember(access, { ...more, text }),
    reviewers: () => heuristicPanel({ similar: similarTo(store.text, viewpointOf(access)) }),
    recall: (query, more) => recallItems(access, { ...more, query }),
    noteShown: (recalled) => noteRecalled(access, recalled),
    relevance: (memory, query) => relevanceOf(memory, query, now()),
    get: (id) => findMemory(access, id),
    list: (filter = {}) => listMemories(access, filter),
    update: (id, changed) => change.updateMemory(access, id, changed),
    archive: (id) => change.archiveMemory(access, id),
    unarchive: (id) => change.unarchiveMemory(access, id),
    supersede: (id, by) => change.supersedeMemory(access, id, by),
    forget: (...ids) => change.forget(access, ids),
    link: async (link) => (await linkMemories(access, link)).link,
    unlink: (link) => unlinkMemories(access, link),
    related: (id) => related(access, id),
    createWorking: (draft) => createWorking(access, draft),
    working: (task) => openWorking(access, task),
    clearWorking: (task) => clearWorking(access, task),
    export: (types) => exportMemories(access, types ? { types } : {}),
    import: (open, how) => importMemories(access, open, how),
    close,
    [Symbol.asyncDispose]: close,
  };
}
