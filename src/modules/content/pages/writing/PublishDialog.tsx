import { Alert, Button, Input, Modal, Radio } from 'antd'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { warningsOf } from '../../articleChecks.ts'
import type { ArticleValues } from '../../articleValues.ts'
import { WordReview } from '../../words/pages/WordReview.tsx'
import { type FoundWord, wordsToConfirm } from '../../words/words.ts'
import { fromLocal } from './ArticleFields.tsx'
import '#ui/form/form.css'

/** Entered in the dialog, recorded in the audit log. */
type PublishInput = { remark: string; confirmedWords: string[] }

type Props = {
  values: ArticleValues
  busy: boolean
  isUpdate: boolean
  maySchedule: boolean
  /** Last step of a review: a remark may be entered. */
  isFinal: boolean
  /** Words of the association's lists in the text. */
  found: readonly FoundWord[]
  publish: (said: PublishInput) => void
  schedule: (at: string, said: PublishInput) => void
  onCancel: () => void
}

/** The last look before everybody sees it: what may be missing, and when. */
export function PublishDialog({
  values,
  busy,
  isUpdate,
  maySchedule,
  isFinal,
  found,
  publish,
  schedule,
  onCancel,
}: Props) {
  const [later, setLater] = useState(false)
  const [at, setAt] = useState('')
  const [remark, setRemark] = useState('')
  const [isConfirmed, confirm] = useState(false)
  const isForbidden = found.some(({ kind }) => kind === 'forbidden')
  const open = isConfirmed ? [] : wordsToConfirm(found)
  const [error, setError] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const warnings = warningsOf(values)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isForbidden) return
    if (open.length > 0) return setWrong('请先核对，并勾选确认')
    const said = { remark: remark.trim(), confirmedWords: wordsToConfirm(found) }
    if (!later) return publish(said)
    const time = fromLocal(at)
    if (!time || new Date(time) <= new Date()) return setError('请选择以后的时间')
    schedule(time, said)
  }
  return (
    <Modal title={isFinal ? '终审并发布' : isUpdate ? '发布修改' : '发布文章'} open onCancel={onCancel} footer={null}>
      <form noValidate onSubmit={submit}>
        <p>{values.title}</p>
        {warnings.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title="发布前请看一看"
            description={
              <ul>
                {warnings.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            }
          />
        )}
        <WordReview found={found} isConfirmed={isConfirmed} confirm={confirm} />
        {maySchedule && (
          <Radio.Group
            className="writing-when"
            aria-label="什么时候发布"
            value={later}
            onChange={event => setLater(event.target.value)}
            options={[
              { value: false, label: '现在' },
              { value: true, label: '定时' },
            ]}
          />
        )}
        {later && (
          <Field
            name="at"
            label="发布时间"
            required
            hint="北京时间；到时之前不能再修改，需要修改时先取消定时"
            error={error}
          >
            {described => (
              <Input {...described} type="datetime-local" value={at} onChange={event => setAt(event.target.value)} />
            )}
          </Field>
        )}
        {isFinal && (
          <Field name="remark" label="终审意见" hint="可不填；记入审核记录">
            {described => (
              <Input.TextArea
                {...described}
                autoSize={{ minRows: 2, maxRows: 6 }}
                maxLength={500}
                value={remark}
                onChange={event => setRemark(event.target.value)}
              />
            )}
          </Field>
        )}
        {wrong && open.length > 0 && <Problem>{wrong}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" autoFocus loading={busy} disabled={isForbidden}>
            {later ? '定时发布' : '发布'}
          </Button>
          <Button onClick={onCancel}>取消</Button>
        </div>
      </form>
    </Modal>
  )
}
