import { useSyncExternalStore } from 'react'

type Props = { busy: boolean; label: string; busyLabel: string }

/** Off until the page is alive: before that, Enter would send the form past the script that sends it. */
export function SubmitButton({ busy, label, busyLabel }: Props) {
  const alive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return (
    <>
      <button type="submit" className="button primary" disabled={!alive} aria-disabled={busy}>
        {busy ? busyLabel : label}
      </button>
      <noscript>
        <p className="entry-error">这一页需要启用 JavaScript。</p>
      </noscript>
    </>
  )
}
