import { type ReactNode, useSyncExternalStore } from 'react'
import { ErrorSummary } from '../ErrorSummary.tsx'
import { WaitingForm } from '../waiting/WaitingForm.tsx'
import type { SendingForm } from './useLightForm.ts'
import '../form.css'
import './lightForm.css'

type Props = {
  of: SendingForm
  /** Accessible name of the form. */
  label: string
  /** Labels of the button: the action, and the action in progress. */
  action: string
  busy: string
  onInput?: () => void
  children: ReactNode
  /** Below the button. */
  footer?: ReactNode
}

/** A form of the public pages: what is wrong on top, the fields, and one button. */
export function LightForm({ of, label, action, busy, onInput, children, footer }: Props) {
  const errors = Object.values(of.errors)
  // Several errors are counted in the heading; a single one is not said twice.
  const isCounted = errors.length > 1 || of.message === errors[0]
  return (
    <WaitingForm
      ref={of.element}
      className="light-form"
      method="post"
      onSubmit={() => void of.submit()}
      onInput={onInput}
      aria-label={label}
    >
      <ErrorSummary errors={of.errors} message={isCounted ? undefined : of.message} alone />
      {children}
      <SubmitButton isBusy={of.busy} action={action} busy={busy} />
      {footer}
    </WaitingForm>
  )
}

/** Off until the page is alive: before that, Enter would send the form past the script that sends it. */
function SubmitButton({ isBusy, action, busy }: { isBusy: boolean; action: string; busy: string }) {
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return (
    <>
      <button type="submit" className="button primary" disabled={!isAlive} aria-disabled={isBusy}>
        {isBusy ? busy : action}
      </button>
      <noscript>
        <p className="field-error">这一页需要启用 JavaScript。</p>
      </noscript>
    </>
  )
}
