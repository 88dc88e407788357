import { useEffect, useState, useSyncExternalStore } from 'react'
import { hasSession } from '#api/session.ts'
import type { FormValues } from '#lib/form/form.ts'
import { useLatest } from '../useLatest.ts'
import { type DraftNews, makeDraft, type Save } from './draft.ts'

type Start = {
  /** Names the record, for what this tab keeps of it. */
  id: string
  /** Values on the server, loaded before the form is shown. */
  values: FormValues
  version: number | undefined
  save: Save
}

/** A form that saves itself while it is typed (`draft.ts`). `id` must not change: give the component a `key`. */
export function useDraft({ id, values, version, save }: Start) {
  const latest = useLatest(save)
  const [draft] = useState(() =>
    makeDraft({
      key: id,
      values,
      version,
      save: (...of) => latest.current(...of),
      announceSaved: news => tellWindows(news),
    }),
  )
  const state = useSyncExternalStore(draft.listen, draft.get)
  useEffect(() => {
    // Skips the save without a session, which the server would refuse; the draft stays in the tab until the next
    // sign-in.
    const flush = () => void (hasSession() && draft.flush())
    addEventListener('pagehide', flush)
    addEventListener('online', flush)
    return () => {
      removeEventListener('pagehide', flush)
      removeEventListener('online', flush)
      flush()
    }
  }, [draft])
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const windows = new BroadcastChannel(CHANNEL)
    windows.onmessage = ({ data }: MessageEvent<DraftNews>) => draft.hearSaved(data)
    return () => windows.close()
  }, [draft])
  return { ...state, ...draft }
}

const CHANNEL = 'drafts'

/** Tells the other windows of this browser; the one that tells does not hear itself. */
function tellWindows(news: DraftNews): void {
  if (typeof BroadcastChannel === 'undefined') return
  const windows = new BroadcastChannel(CHANNEL)
  windows.postMessage(news)
  windows.close()
}

export type Drafting = ReturnType<typeof useDraft>
