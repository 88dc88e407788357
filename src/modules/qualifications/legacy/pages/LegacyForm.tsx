import { useRef, useState } from 'react'
import { dayOf } from '#lib/dates.ts'
import { invalid, isRefusal } from '#lib/error.ts'
import type { FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import { LegacyAnswers } from './LegacyAnswers.tsx'
import { LegacyField } from './LegacyField.tsx'
import { LegacyScans } from './LegacyScans.tsx'
import type { Legacy, Proof, Scan } from './legacyCalls.ts'
import { partsOf } from './legacyFields.ts'
import { keep, letGo, readKept } from './legacyKept.ts'
import { chosenFiles, type OwnApply, provePhone, sendScans, submitTyped, typedIn } from './legacySending.ts'

type Props = {
  legacy: Legacy
  /** The one that is corrected: only what was marked is open. */
  of?: OwnApply | undefined
  /** The browser has taken over: what it kept is not in the page that the server made. */
  isAlive: boolean
  proof: Proof | null
  onProof: (proof: Proof | null) => void
  onDone: (id: number, proof: Proof | null) => void
}

/** An old certificate, field by field as it is printed; nothing typed is lost by a refusal or a reload. */
export function LegacyForm({ legacy, of, isAlive, proof, onProof, onDone }: Props) {
  const isNew = of === undefined
  const form = useRef<HTMLFormElement>(null)
  const emptied = useRef<() => void>(null)
  const [text] = useState(() => (isNew && isAlive ? readKept('text') : {}) as Record<string, string>)
  const begun = (name: string) => String(of?.own.form[name] ?? text[name] ?? legacy.prefill[name] ?? '')
  const [childId, setChildId] = useState(begun('childId'))
  const [scans, setScans] = useState<Scan[]>(() => (isNew && isAlive ? readKept('scans') : []))
  const { parts, contact, agreement } = partsOf(legacy, of, childId)
  const isProved = proof !== null || !legacy.needsCode
  const keepScans = (all: Scan[]) => {
    setScans(all)
    if (isNew) keep('scans', all)
  }
  const { submit, busy, problem, setProblem, errorOf } = useSubmit(async ({ code = '', contactMobile = '' }) => {
    const typed = typedIn(form.current, { withPhone: true })
    const files = chosenFiles(form.current)
    const fields = [...parts.flatMap(part => part.fields), ...contact, ...agreement]
    // All that is missing at once, before a code is spent on it.
    const errors = await faultsOf(fields, typed)
    if (!isProved && !code) errors.code = '请填写短信验证码'
    if (isNew && scans.length + files.length === 0) errors.certScan = '请上传证书扫描件'
    if (Object.keys(errors).length) throw invalid('请更正标出的内容后再提交', errors)
    try {
      const proved = proof ?? (await provePhone(legacy, contactMobile, code))
      onProof(proved)
      const all = await sendScans(files, scans, proved, keepScans)
      emptied.current?.()
      const { id } = await submitTyped(typed, all, proved, of)
      letGo()
      onDone(id, proved)
    } catch (error) {
      if (isRefusal(error) && error.fields?.code) onProof(null)
      throw error
    }
  })
  const toField = (field: FormField) => (
    <LegacyField
      key={field.name}
      of={field}
      error={errorOf(field.name)}
      value={field.name === 'contactMobile' && proof ? proof.phone : begun(field.name)}
      readOnly={field.name === 'contactMobile' && proof !== null}
      remark={of?.auditReason?.items.find(({ field: named }) => named === field.name)?.text}
      onChoose={field.name === 'childId' ? setChildId : undefined}
    />
  )
  return (
    <form
      ref={form}
      className="entry"
      method="post"
      onSubmit={submit}
      noValidate={true}
      aria-label={isNew ? '旧证补录' : '更正旧证补录'}
      onInput={() => isNew && keep('text', typedIn(form.current))}
    >
      <ErrorSummary problem={problem} />
      {parts.map(({ section, fields }) => (
        <fieldset key={section} className="entry-part legacy-part">
          <legend>{section}</legend>
          {fields.map(toField)}
        </fieldset>
      ))}
      {of?.own.canReplaceScan !== false && (
        <LegacyScans
          scans={scans}
          onScans={keepScans}
          before={of?.own.files ?? []}
          sent={emptied}
          error={errorOf('certScan')}
        />
      )}
      {contact.length > 0 && (
        <fieldset className="entry-part legacy-part">
          <legend>联系人</legend>
          {contact.map(toField)}
          {proof && isNew && <Proved forget={() => onProof(null)} />}
          {!isProved && (
            <CodeField
              scene="legacy"
              error={errorOf('code')}
              refused={setProblem}
              phone={() => typedIn(form.current, { withPhone: true }).contactMobile ?? ''}
            />
          )}
        </fieldset>
      )}
      {agreement.map(toField)}
      <LegacyAnswers items={of?.auditReason?.items ?? []} />
      <SubmitButton busy={busy} label={isNew ? '提交补录' : '提交更正'} busyLabel="正在提交…" />
    </form>
  )
}

/** What the server would say, too: nobody waits for a text or an upload before hearing of it. */
async function faultsOf(fields: FormField[], { agree, ...typed }: Record<string, string>) {
  const { readForm } = await import('#lib/form/formReading.ts')
  const today = dayOf(new Date())
  return readForm(fields, { ...typed, agree: agree !== undefined }, { whole: true, today }).errors
}

const Proved = ({ forget }: { forget: () => void }) => (
  <p className="entry-status">
    手机号已验证。
    <button type="button" className="legacy-other" onClick={forget}>
      换一个手机号
    </button>
  </p>
)
