import { minute } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { DRAFT_PREFIX, dropText, keepText, readText } from './tabStorage.ts'

export type Saved = { version: number; savedAt?: string }
/** `version` undefined: over whatever is there. */
export type Save = (values: FormValues, version: number | undefined) => Promise<Saved>
export type DraftState = {
  values: FormValues
  version: number | undefined
  status: 'untouched' | 'changed' | 'saving' | 'saved' | 'failed' | 'conflict'
  savedAt: string | undefined
  message: string | undefined
  /** The values come from an earlier session of typing and were not saved then. */
  restored: boolean
  /** False where the browser's storage is full or blocked: what is not saved stands in this page alone. */
  isKept: boolean
  /** Time when another window of this browser saved a newer version, which this one has not read. */
  newerAt: string | undefined
}
/** Tells other windows of this browser which version of a draft has been saved. */
export type DraftNews = { key: string; version: number; savedAt: string }
type DraftOptions = {
  key: string
  values: FormValues
  version: number | undefined
  save: Save
  storage?: Storage
  announceSaved?: (news: DraftNews) => void
}

/** Delay in ms after the last key; including the call, a change is on the server within two seconds. */
const SAVE_DELAY_MS = 1200
const RETRY_DELAYS_MS = [3_000, 8_000, 20_000, 60_000]

/**
 * A form that saves itself while it is typed. What is not saved yet is kept in the tab's storage too, so that it outlives
 * a forced sign-out and a reload; where that storage is full, in memory, and the state says so. One save at a time, and
 * none over a version that was not read.
 */
export function makeDraft({ values, version, save, storage, announceSaved, ...start }: DraftOptions) {
  let { key } = start
  const left = readUnsaved(storage, key)
  let state: DraftState = {
    values: left?.values ?? values,
    version: left ? left.version : version,
    status: left ? 'changed' : 'untouched',
    savedAt: undefined,
    message: undefined,
    restored: Boolean(left),
    isKept: true,
    newerAt: undefined,
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let tries = 0
  const heard = new Set<() => void>()

  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    for (const tell of heard) tell()
  }
  const after = (time: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), time)
  }

  async function send(): Promise<void> {
    const sent = state.values
    set({ status: 'saving', message: undefined })
    try {
      const saved = await save(sent, state.version)
      tries = 0
      const isWhole = state.values === sent
      const savedAt = saved.savedAt ?? new Date().toISOString()
      set({ version: saved.version, savedAt, restored: false, newerAt: undefined })
      if (isWhole) forget()
      else keep()
      set({ status: isWhole ? 'saved' : 'changed' })
      announceSaved?.({ key, version: saved.version, savedAt })
      if (!isWhole) after(SAVE_DELAY_MS)
    } catch (error) {
      fail(error, sent)
    }
  }

  function fail(error: unknown, sent: FormValues) {
    const code = isRefusal(error) ? error.code : 0
    const message = isRefusal(error) ? error.message : undefined
    if (code === 409) return set({ status: 'conflict', message })
    set({ status: 'failed', message })
    // Does not retry invalid values (400) until they change; after an expired session saving continues with the next
    // sign-in.
    if (code === 400 && state.values !== sent) return after(SAVE_DELAY_MS)
    if (code === 400 || code === 401 || code === 403) return
    after(RETRY_DELAYS_MS[Math.min(tries++, RETRY_DELAYS_MS.length - 1)]!)
  }

  const keep = () => {
    const unsaved: UnsavedDraft = { values: state.values, version: state.version }
    const isKept = keepText(DRAFT_PREFIX + key, JSON.stringify(unsaved), storage)
    if (isKept !== state.isKept) set({ isKept })
  }
  const forget = () => {
    dropText(DRAFT_PREFIX + key, storage)
    if (!state.isKept) set({ isKept: true })
  }

  /** Saves now what is not saved, and waits for it. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    // Callers who wait for the same save share the next one: one sends what is left, both wait for it.
    while (running) await running
    if (state.status !== 'changed' && state.status !== 'failed') return
    running = send().finally(() => {
      running = undefined
    })
    await running
  }

  if (left) after(SAVE_DELAY_MS)

  return {
    get: () => state,
    listen: (tell: () => void) => {
      heard.add(tell)
      return () => void heard.delete(tell)
    },
    change(values: FormValues) {
      set({ values, ...(state.status === 'conflict' || state.status === 'saving' ? {} : { status: 'changed' }) })
      keep()
      if (state.status === 'changed') after(SAVE_DELAY_MS)
    },
    flush,
    /** Replaces what is typed by the newer version of somebody else. */
    take(values: FormValues, version: number | undefined) {
      clearTimeout(timer)
      forget()
      set({ values, version, status: 'untouched', message: undefined, restored: false, newerAt: undefined })
    },
    /** Saves what is typed over the newer version of somebody else. */
    overwrite() {
      set({ version: undefined, status: 'changed', newerAt: undefined })
      return flush()
    },
    /** Another window has saved: who has typed here decides now, not after writing on. */
    hearSaved(news: DraftNews) {
      if (news.key !== key || state.version === undefined || news.version <= state.version) return
      const hasChanges = state.status === 'changed' || state.status === 'failed'
      if (hasChanges) clearTimeout(timer)
      set({
        newerAt: news.savedAt,
        ...(hasChanges && { status: 'conflict', message: newerMessage(news.savedAt) }),
      })
    },
    /** Moves the draft to the key of its new record. */
    rename(id: string) {
      const kept = readText(DRAFT_PREFIX + key, storage)
      dropText(DRAFT_PREFIX + key, storage)
      key = id
      if (kept !== null) keepText(DRAFT_PREFIX + key, kept, storage)
    },
    /** Ends the draft after submission: nothing is saved or restored any more. */
    finish(version?: number) {
      clearTimeout(timer)
      forget()
      set({ status: 'untouched', message: undefined, restored: false, ...(version === undefined ? {} : { version }) })
    },
  }
}
export type Draft = ReturnType<typeof makeDraft>

/** The version of another window, for people. */
export const newerMessage = (savedAt: string) => `另一个窗口已于 ${minute(savedAt).slice(11)} 保存了较新的内容。`

type UnsavedDraft = { values: FormValues; version?: number }

function readUnsaved(storage: Storage | undefined, key: string): UnsavedDraft | undefined {
  try {
    return JSON.parse(readText(DRAFT_PREFIX + key, storage) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const OWNER = 'draft-owner'

/** Removes the drafts of another user from this tab. */
export function dropDraftsOfOthers(owner: string, storage: Storage = sessionStorage) {
  if (readText(OWNER, storage) === owner) return
  for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_PREFIX)) dropText(key, storage)
  try {
    storage.setItem(OWNER, owner)
  } catch {
    // A full storage has no owner: the drafts are dropped at the next sign-in, too.
  }
}
