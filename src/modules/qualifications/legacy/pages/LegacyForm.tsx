import { useState } from 'react'
import { dayOf } from '#lib/dates.ts'
import { invalidFields, isRefusal } from '#lib/error.ts'
import type { FieldErrors, FormField } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { LightField } from '#ui/form/light/LightField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { filesIn, papers } from '#ui/form/papers.ts'
import { RemarkNote } from '#ui/form/RemarkNote.tsx'
import { FormSections } from '#ui/form/sections/FormSections.tsx'
import { CONTACT, MAX_SCANS, OTHER } from '../legacyForm.ts'
import type { Legacy, LegacyApply, Proof, Scan } from './legacyCalls.ts'
import { ANSWER, type OwnApply, provePhone, sendScans, submitTyped, withoutPhone } from './legacySending.ts'
import { clearDraft, readStoredLegacy, storeLegacy } from './legacyStorage.ts'

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
  const [text] = useState(() => (isNew && isAlive ? readStoredLegacy('text') : {}))
  const begun = (name: string) => String(of?.own.form[name] ?? text[name] ?? legacy.prefill[name] ?? '')
  const [childId, setChildId] = useState(begun('childId'))
  const [scans, setScans] = useState<Scan[]>(() => (isNew && isAlive ? readStoredLegacy('scans') : []))
  const [uploads, countUploads] = useState(0)
  const { parts, contact, agreement } = partsOf(legacy, of, childId)
  const isProved = proof !== null || !legacy.needsCode
  const keepScans = (all: Scan[]) => {
    setScans(all)
    if (isNew) storeLegacy('scans', all)
  }
  const form = useLightForm(async ({ smsCode = '', captcha: _, ...typed }) => {
    const files = filesIn(form.data(), 'certScan')
    // Collects all errors before an SMS code is spent.
    const errors = await faultsOf([...parts, ...contact, ...agreement], typed)
    if (!isProved && !smsCode) errors.smsCode = '请填写短信验证码'
    if (isNew && scans.length + files.length === 0) errors.certScan = '请上传证书扫描件'
    if (Object.keys(errors).length) throw invalidFields(errors)
    try {
      const proved = proof ?? (await provePhone(legacy, typed.contactMobile ?? '', smsCode))
      onProof(proved)
      const all = await sendScans(files, scans, proved, keepScans)
      countUploads(uploads + 1)
      const { id } = await submitTyped(typed, all, proved, of)
      clearDraft()
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
      onInput={() => isNew && storeLegacy('text', withoutPhone(form.typed()))}
    >
      <FormSections fields={parts}>{toField}</FormSections>
      {of?.own.canReplaceScan !== false && (
        <LegacyScans
          // Resets the file input after an upload, so that files are not uploaded twice.
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

/** Runs the server's checks in the browser, so that errors appear before an SMS code or an upload. */
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

/** Answers to the reviewer's remarks, one per remark. */
function LegacyAnswers({ items }: { items: NonNullable<LegacyApply['auditReason']>['items'] }) {
  if (items.length === 0) return null
  return (
    <fieldset className="form-section">
      <legend>答复意见</legend>
      {items.map(({ field, slot, label }) => {
        const name = ANSWER + (field ?? slot ?? '')
        const answer = { name, label: `答复“${label}”的意见`, section: '', kind: 'text', max: 500 } as const
        return <LightField key={name} field={answer} error={undefined} />
      })}
    </fieldset>
  )
}

/** Fields to show: the marked ones in a correction, and the levels of the chosen kind. */
function partsOf({ fields, kinds }: Legacy, of: OwnApply | undefined, childId: string) {
  const levels = kinds.find(kind => String(kind.childId) === childId)?.levels ?? []
  const isOther = childId === OTHER
  const shown = fields.flatMap((field): FormField[] => {
    const { name, kind, hint } = field
    if (of && !of.own.openFields.includes(name)) return []
    if (name === 'oldKind') return isOther ? [{ ...field, required: true }] : []
    if (name === 'oldLevel') return isOther ? [field] : []
    if (name === 'validTo') return [isOther ? { ...field, required: true, hint: '照证书填写' } : field]
    if (kind === 'province') return [{ ...field, options: provinces }]
    if (kind === 'agreement') return [{ ...field, hint: `我承诺${hint}` }]
    if (name !== 'levelId') return [field]
    const options = levels.map(({ levelId, levelName }) => ({ code: String(levelId), name: levelName }))
    return levels.length > 0 ? [{ ...field, required: true, options }] : []
  })
  const isContact = ({ section }: FormField) => section === CONTACT
  const isAgreement = ({ kind }: FormField) => kind === 'agreement'
  return {
    parts: shown.filter(field => !isContact(field)),
    contact: shown.filter(field => isContact(field) && !isAgreement(field)),
    agreement: shown.filter(isAgreement),
  }
}

type LegacyScansProps = {
  /** Scans already uploaded; others are uploaded on submit. */
  scans: Scan[]
  onScans: (scans: Scan[]) => void
  /** Scans of the previous submission; new ones replace them. */
  before: Scan[]
  error: string | undefined
}

/** The paper itself, one page or a few. */
function LegacyScans({ scans, onScans, before, error }: LegacyScansProps) {
  const replaced = before.length > 0 && `已提交：${before.map(({ name }) => name).join('、')}；重新上传的将替换它们。`
  return (
    <fieldset className="form-section">
      <legend>证书扫描件</legend>
      <LightInput
        name="certScan"
        label="扫描件或照片"
        hint={`${papers.told}，最多 ${MAX_SCANS} 个；编号、日期和公章须清晰。${replaced || ''}`}
        error={error}
        type="file"
        accept={papers.accept}
        multiple
        required
      />
      {scans.length > 0 && (
        <ul role="list" className="legacy-scans" aria-label="已上传的扫描件">
          {scans.map(scan => (
            <li key={scan.id}>
              已上传：{scan.name}
              <button
                type="button"
                className="as-link"
                aria-label={`不要 ${scan.name}`}
                onClick={() => onScans(scans.filter(({ id }) => id !== scan.id))}
              >
                不要这个
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
