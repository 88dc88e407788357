import '#ui/form/form.css'
import { Alert, Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import type { FieldErrors, FormRow } from '#lib/form/form.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field, fieldId } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Rows } from '#ui/form/Rows.tsx'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import { type Conclusion, conclusionNames, conclusions, findingResultNames, findingResults } from '../../siteReview.ts'
import type { SiteParts, SiteReview } from './StaffSiteReview.tsx'
import { type Finding, type SiteRecording, shortcomings, useSiteRecord } from './siteRecording.ts'

export function SiteRecord({ of, changed }: SiteParts) {
  const record = useSiteRecord({ of, changed })
  const { typed, change, send, busy, error, fields } = record
  const [asking, ask] = useState(false)
  const conclude = async () => {
    await send('conclude')
    ask(false)
  }
  const submit = (pressed: string) => {
    if (pressed === SAVE) void send('save')
    else if (pressed === OVERWRITE) void send('save', of.version)
    else ask(true)
  }
  return (
    <section className="desk-card site-record">
      <h2>评审记录</h2>
      <WaitingForm onSubmit={submit}>
        <ErrorSummary errors={fields} labelOf={labelOf} message={error?.message} />
        {fields.declared && <Alert type="warning" showIcon title={fields.declared} />}
        {of.findings.length > 0 && (
          <Checklist
            of={of.findings}
            typed={typed.findings}
            errors={fields}
            onChange={findings => change({ findings })}
          />
        )}
        <Field name="nonconformities" label="不符合项" hint={shortcomings.hint} group>
          {described => (
            <Rows
              field={shortcomings}
              described={described}
              errors={fields}
              value={typed.list}
              onChange={(list: FormRow[]) => change({ list })}
            />
          )}
        </Field>
        <Field name="conclusion" label="结论" required error={fields.conclusion} group>
          {({ id }) => (
            <Radio.Group
              id={id}
              role="radiogroup"
              aria-labelledby={`${id}-label`}
              value={typed.conclusion}
              onChange={event => change({ conclusion: event.target.value })}
              options={conclusions.map(value => ({ value, label: conclusionNames[value] }))}
            />
          )}
        </Field>
        <Field name="summary" label="评审综述" required hint="申请人会看到" error={fields.summary}>
          {described => (
            <Input.TextArea
              {...described}
              autoSize={{ minRows: 3, maxRows: 12 }}
              maxLength={1000}
              value={typed.summary}
              onChange={event => change({ summary: event.target.value })}
            />
          )}
        </Field>
        <Field name="fileIds" label="签字的评审记录" required hint="评审组签字后的扫描件" error={fields.fileIds} group>
          {described => (
            <Upload
              {...described}
              use="material"
              label="签字的评审记录"
              max={10}
              value={typed.files}
              onChange={files => change({ files })}
            />
          )}
        </Field>
        <Acts of={of} record={record} />
      </WaitingForm>
      <AskDialog
        title="提交评审结论？"
        isOpen={asking}
        action="提交结论"
        back="再核对一下"
        busy={busy === 'conclude'}
        send={conclude}
        close={() => ask(false)}
      >
        <p>{typed.conclusion ? consequences[typed.conclusion] : '还没有选择结论。'}提交后不能再修改。</p>
      </AskDialog>
    </section>
  )
}

/** Button values. The actions that conclude the review ask for confirmation. */
const SAVE = 'save'
const OVERWRITE = 'overwrite'

const consequences: Record<Conclusion, string> = {
  recommended: '申请进入审议，申请人会收到消息。',
  afterRectification: '申请人会收到不符合项和整改期限，逾期未提交整改的申请自动终止。',
  notRecommended: '申请不予通过，就此终止，申请人会收到短信和评审综述。',
}

const labels: Record<string, string> = {
  conclusion: '结论',
  summary: '评审综述',
  fileIds: '签字的评审记录',
  declared: '评审组',
}
function labelOf(name: string): string {
  const [, row] = name.match(/^nonconformities\.(\d+)/) ?? []
  if (row) return `不符合项 ${Number(row) + 1}`
  const [, place] = name.match(/^finding-(\d+)$/) ?? []
  return place ? `检查表第 ${place} 项` : (labels[name] ?? '')
}

type ActsProps = Pick<SiteParts, 'of'> & { record: SiteRecording }

/** On a conflict, the later user decides which record to keep. */
function Acts({ of, record: { typed, forget, busy, error, isUnsaved } }: ActsProps) {
  const isClash = error?.code === 409 && typed.version !== of.version
  return (
    <>
      {error && !error.fields && (
        <Problem>
          {error.message}
          {error.code === 409 && '。您填写的内容仍保留在这里。'}
        </Problem>
      )}
      <div className="form-actions">
        {isClash ? (
          <>
            <Button type="primary" htmlType="submit" value={OVERWRITE} loading={busy === 'save'}>
              用我填写的内容保存
            </Button>
            <Button onClick={forget}>改用现在的内容</Button>
          </>
        ) : (
          <>
            <Button type="primary" htmlType="submit">
              提交结论
            </Button>
            <Button htmlType="submit" value={SAVE} loading={busy === 'save'}>
              保存，以后再填
            </Button>
            {isUnsaved && <span className="site-unsaved">有尚未保存的内容</span>}
          </>
        )}
      </div>
    </>
  )
}

type Props = {
  of: SiteReview['findings']
  typed: Record<number, Finding>
  errors: FieldErrors
  onChange: (findings: Record<number, Finding>) => void
}

const BLANK: Finding = { result: null, remark: '' }

/** Clause by clause what was found; those still open can be ticked off at once. */
function Checklist({ of, typed, errors, onChange }: Props) {
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
