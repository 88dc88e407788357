import { type ReactNode, useEffect, useState } from 'react'
import type { Answer } from '#api/useApi.ts'
import { Empty } from './Empty.tsx'
import { Failed } from './failed/Failed.tsx'
import './states.css'

const SKELETON_AFTER = 300

/** Grey lines where something will stand; not for what comes at once. */
export function Loading({ lines = 6 }: { lines?: number }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="loading" role="status" data-shown={shown || undefined}>
      <span className="hidden-text">{shown && '正在载入'}</span>
      {Array.from({ length: lines }, (_, line) => (
        <i key={line} aria-hidden="true" />
      ))}
    </div>
  )
}

type Props<Data> = {
  answer: Answer<Data>
  children: (data: Data) => ReactNode
  /** Empty state; `when` decides, by default an empty list. */
  empty?: { when?: (data: Data) => boolean; title: string; children?: ReactNode }
  lines?: number
}

/** The four states of everything that comes from a call: loading, failed, empty, there. */
export function States<Data>({ answer: { data, error, loading, reload }, children, empty, lines }: Props<Data>) {
  if (error && data === undefined) return <Failed of={error} retry={reload} busy={loading} />
  if (data === undefined) return <Loading lines={lines} />
  if (empty && (empty.when ?? isEmptyList)(data)) return <Empty title={empty.title}>{empty.children}</Empty>
  return (
    <>
      {error && <Failed of={error} retry={reload} busy={loading} />}
      {children(data)}
    </>
  )
}

const isEmptyList = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list) && data.list.length === 0
