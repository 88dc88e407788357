import { isRefusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { DRAFT_PREFIX } from './tabStorage.ts'

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
}
type DraftOptions = { key: string; values: FormValues; version: number | undefined; save: Save; storage?: Storage }

/** Delay in ms after the last key; including the call, a change is on the server within two seconds. */
const SAVE_DELAY_MS = 1200
const RETRY_DELAYS_MS = [3_000, 8_000, 20_000, 60_000]

/**
 * A form that saves itself while it is typed. What is not saved yet is kept in the tab's storage too, so that it outlives
 * a forced sign-out and a reload; one save at a time, and none over a version that was not read.
 */
export function makeDraft({ values, version, save, storage = sessionStorage, ...start }: DraftOptions) {
  let { key } = start
  const left = readUnsaved(storage, key)
  let state: DraftState = {
    values: left?.values ?? values,
    version: left ? left.version : version,
    status: left ? 'changed' : 'untouched',
    savedAt: undefined,
    message: undefined,
    restored: Boolean(left),
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
      set({ version: saved.version, savedAt: saved.savedAt ?? new Date().toISOString(), restored: false })
      if (isWhole) storage.removeItem(DRAFT_PREFIX + key)
      else keep()
      set({ status: isWhole ? 'saved' : 'changed' })
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

  const keep = () =>
    storage.setItem(
      DRAFT_PREFIX + key,
      JSON.stringify({ values: state.values, version: state.version } satisfies UnsavedDraft),
    )

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
      storage.removeItem(DRAFT_PREFIX + key)
      set({ values, version, status: 'untouched', message: undefined, restored: false })
    },
    /** Saves what is typed over the newer version of somebody else. */
    overwrite() {
      set({ version: undefined, status: 'changed' })
      return flush()
    },
    /** Moves the draft to the key of its new record. */
    rename(id: string) {
      const kept = storage.getItem(DRAFT_PREFIX + key)
      storage.removeItem(DRAFT_PREFIX + key)
      key = id
      if (kept !== null) storage.setItem(DRAFT_PREFIX + key, kept)
    },
    /** Ends the draft after submission: nothing is saved or restored any more. */
    finish(version?: number) {
      clearTimeout(timer)
      storage.removeItem(DRAFT_PREFIX + key)
      set({ status: 'untouched', message: undefined, restored: false, ...(version === undefined ? {} : { version }) })
    },
  }
}
export type Draft = ReturnType<typeof makeDraft>

type UnsavedDraft = { values: FormValues; version?: number }

function readUnsaved(storage: Storage, key: string): UnsavedDraft | undefined {
  try {
    return JSON.parse(storage.getItem(DRAFT_PREFIX + key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const OWNER = 'draft-owner'

/** Removes the drafts of another user from this tab. */
export function dropDraftsOfOthers(owner: string, storage: Storage = sessionStorage) {
  if (storage.getItem(OWNER) === owner) return
  for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_PREFIX)) storage.removeItem(key)
  storage.setItem(OWNER, owner)
}
