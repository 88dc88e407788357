import { useState } from 'react'
import { dayOf } from '#lib/dates.ts'
import { faulty, isRefusal } from '#lib/error.ts'
import type { FieldErrors, FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { LightField } from '#ui/form/light/LightField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { filesIn } from '#ui/form/papers.ts'
import { RemarkNote } from '#ui/form/RemarkNote.tsx'
import { FormSections } from '#ui/form/sections/FormSections.tsx'
import { LegacyAnswers } from './LegacyAnswers.tsx'
import { LegacyScans } from './LegacyScans.tsx'
import type { Legacy, Proof, Scan } from './legacyCalls.ts'
import { partsOf } from './legacyFields.ts'
import { forgetTyped, keepLegacy, keptLegacy } from './legacyKept.ts'
import { type OwnApply, provePhone, sendScans, submitTyped, withoutPhone } from './legacySending.ts'

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
  const [text] = useState(() => (isNew && isAlive ? keptLegacy('text') : {}))
  const begun = (name: string) => String(of?.own.form[name] ?? text[name] ?? legacy.prefill[name] ?? '')
  const [childId, setChildId] = useState(begun('childId'))
  const [scans, setScans] = useState<Scan[]>(() => (isNew && isAlive ? keptLegacy('scans') : []))
  const [uploads, countUploads] = useState(0)
  const { parts, contact, agreement } = partsOf(legacy, of, childId)
  const isProved = proof !== null || !legacy.needsCode
  const keepScans = (all: Scan[]) => {
    setScans(all)
    if (isNew) keepLegacy('scans', all)
  }
  const form = useLightForm(async ({ smsCode = '', captcha: _, ...typed }) => {
    const files = filesIn(form.data(), 'certScan')
    // All that is missing at once, before a code is spent on it.
    const errors = await faultsOf([...parts, ...contact, ...agreement], typed)
    if (!isProved && !smsCode) errors.smsCode = '请填写短信验证码'
    if (isNew && scans.length + files.length === 0) errors.certScan = '请上传证书扫描件'
    if (Object.keys(errors).length) throw faulty(errors)
    try {
      const proved = proof ?? (await provePhone(legacy, typed.contactMobile ?? '', smsCode))
      onProof(proved)
      const all = await sendScans(files, scans, proved, keepScans)
      countUploads(uploads + 1)
      const { id } = await submitTyped(typed, all, proved, of)
      forgetTyped()
      onDone(id, proved)
    } catch (error) {
      if (isRefusal(error) && error.fields?.smsCode) onProof(null)
      throw error
    }
  })
  const begunOf = ({ name, kind }: FormField) => {
    if (name === 'contactMobile' && proof) return proof.phone
    if (name === 'childId') return childId
    return kind === 'agreement' ? begun(name) !== '' : begun(name)
  }
  const toField = (field: FormField) => {
    const { name } = field
    const asked = of?.auditReason?.items.find(item => item.field === name)
    const isPhone = name === 'contactMobile' && proof !== null
    const choosing = name === 'childId' && { onChange: (code: unknown) => setChildId(String(code)) }
    return (
      <LightField
        key={name}
        field={field}
        error={form.errors[name]}
        value={begunOf(field)}
        readOnly={isPhone}
        before={asked && <RemarkNote text={asked.text} />}
        asList
        {...choosing}
      />
    )
  }
  return (
    <LightForm
      of={form}
      label={isNew ? '旧证补录' : '更正旧证补录'}
      action={isNew ? '提交补录' : '提交更正'}
      busy="正在提交…"
      onInput={() => isNew && keepLegacy('text', withoutPhone(form.typed()))}
    >
      <FormSections fields={parts}>{toField}</FormSections>
      {of?.own.canReplaceScan !== false && (
        <LegacyScans
          // Another input once its files are there: they go up once.
          key={uploads}
          scans={scans}
          onScans={keepScans}
          before={of?.own.files ?? []}
          error={form.errors.certScan}
        />
      )}
      {contact.length > 0 && (
        <fieldset className="form-section">
          <legend>联系人</legend>
          {contact.map(toField)}
          {proof && isNew && <Proved forget={() => onProof(null)} />}
          {!isProved && <CodeField scene="legacy" of={form} phone="contactMobile" name="smsCode" />}
        </fieldset>
      )}
      {agreement.map(toField)}
      <LegacyAnswers items={of?.auditReason?.items ?? []} />
    </LightForm>
  )
}

/** What the server would say, too: nobody waits for a text or an upload before hearing of it. */
async function faultsOf(fields: FormField[], { agree, ...typed }: Record<string, string>): Promise<FieldErrors> {
  const { readForm } = await import('#lib/form/formReading.ts')
  const today = dayOf(new Date())
  return readForm(fields, { ...typed, agree: agree !== undefined }, { whole: true, today }).errors
}

const Proved = ({ forget }: { forget: () => void }) => (
  <p className="light-status">
    手机号已验证。
    <button type="button" className="as-link" onClick={forget}>
      换一个手机号
    </button>
  </p>
)
