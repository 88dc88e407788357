import { type ReactNode, useEffect, useRef } from 'react'

/** Heads what was filled in when it is shown once more before it is handed in; read from here on. */
export function LookOverHead({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current!.focus({ preventScroll: true })
    heading.current!.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        提交前请核对
      </h2>
      <p>{children}</p>
    </>
  )
}
