import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The newest value for what runs later than the rendering that knew it: a timer, an upload, a listener. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
