import { Button, Input, Radio } from 'antd'
import { announce } from '#api/session.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import { fieldId } from '#ui/form/Field.tsx'
import { findingResultNames, findingResults } from '../siteReview.ts'
import type { SiteReview } from './StaffSiteReview.tsx'
import type { Finding } from './siteRecording.ts'

type Props = {
  of: SiteReview['findings']
  typed: Record<number, Finding>
  errors: FieldErrors
  onChange: (findings: Record<number, Finding>) => void
}

const BLANK: Finding = { result: null, remark: '' }

/** Clause by clause what was found; those still open can be ticked off at once. */
export function Checklist({ of, typed, errors, onChange }: Props) {
  const open = of.filter(({ place }) => !typed[place]?.result)
  const tickOff = () => {
    const rest = open.map(({ place }) => [place, { ...(typed[place] ?? BLANK), result: 'conforms' }])
    onChange({ ...typed, ...Object.fromEntries(rest) })
    announce(`已将 ${open.length} 项记为符合`)
  }
  return (
    <fieldset className="form-section">
      <legend>检查表</legend>
      <ol className="site-checklist">
        {of.map(({ place, clause, content }) => {
          const name = `finding-${place}`
          const finding = typed[place] ?? BLANK
          const set = (change: Partial<Finding>) => onChange({ ...typed, [place]: { ...finding, ...change } })
          return (
            <li key={place} id={fieldId(name)} data-invalid={errors[name] ? true : undefined}>
              <div>
                <b>{clause}</b>
                <p>{content}</p>
              </div>
              <Radio.Group
                role="radiogroup"
                aria-label={`${clause}的检查结果`}
                value={finding.result}
                onChange={event => set({ result: event.target.value })}
                options={findingResults.map(value => ({ value, label: findingResultNames[value] }))}
              />
              <Input
                aria-label={`${clause}的说明`}
                placeholder={finding.result === 'fails' ? '说明（必填）' : '说明（选填）'}
                maxLength={500}
                value={finding.remark}
                onChange={event => set({ remark: event.target.value })}
              />
              {errors[name] && <p className="field-error">{errors[name]}</p>}
            </li>
          )
        })}
      </ol>
      {open.length > 0 && <Button onClick={tickOff}>{`其余 ${open.length} 项记为符合`}</Button>}
    </fieldset>
  )
}
