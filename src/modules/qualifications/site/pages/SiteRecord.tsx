import { Alert, Button, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import type { FormRow } from '#lib/form/form.ts'
import { Upload } from '#ui/file/Upload.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Rows } from '#ui/form/Rows.tsx'
import { type Conclusion, conclusionNames, conclusions } from '../siteReview.ts'
import { Checklist } from './Checklist.tsx'
import type { SiteParts } from './StaffSiteReview.tsx'
import { type SiteRecording, shortcomings, useSiteRecord } from './siteRecording.ts'
import '#ui/form/form.css'

/** What was found on site: clause by clause, what must be put right, and the conclusion. */
export function SiteRecord({ of, changed }: SiteParts) {
  const record = useSiteRecord({ of, changed })
  const { typed, change, send, busy, error, fields } = record
  const [asking, ask] = useState(false)
  const conclude = async () => {
    await send('conclude')
    ask(false)
  }
  return (
    <section className="desk-card site-record">
      <h2>评审记录</h2>
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
      <Acts of={of} changed={changed} record={record} ask={() => ask(true)} />
      <Modal
        title="提交评审结论？"
        open={asking}
        onCancel={() => ask(false)}
        onOk={() => void conclude()}
        okText="提交结论"
        cancelText="再核对一下"
        okButtonProps={{ loading: busy === 'conclude' }}
        destroyOnHidden
      >
        <p>{typed.conclusion ? consequences[typed.conclusion] : '还没有选择结论。'}提交后不能再修改。</p>
      </Modal>
    </section>
  )
}

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

type ActsProps = SiteParts & { record: SiteRecording; ask: () => void }

/** Who comes second decides which of the two records counts. */
function Acts({ of, record: { typed, send, forget, busy, error, isUnsaved }, ask }: ActsProps) {
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
            <Button type="primary" loading={busy === 'save'} onClick={() => void send('save', of.version)}>
              用我填写的内容保存
            </Button>
            <Button onClick={forget}>改用现在的内容</Button>
          </>
        ) : (
          <>
            <Button type="primary" onClick={ask}>
              提交结论
            </Button>
            <Button loading={busy === 'save'} onClick={() => void send('save')}>
              保存，以后再填
            </Button>
            {isUnsaved && <span className="site-unsaved">有尚未保存的内容</span>}
          </>
        )}
      </div>
    </>
  )
}
