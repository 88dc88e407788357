import { Button, Input, Modal, Radio } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field, fieldId } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { type Outcome, outcomeNames, outcomes } from '../board.ts'
import { BoardNotes } from './BoardNotes.tsx'
import type { Parts } from './StaffBoard.tsx'
import '#ui/form/form.css'

type Decision = { outcome: Outcome; reason: string }
const PASSED: Decision = { outcome: 'pass', reason: '' }

/** One decision for all, and what differs row by row; asked once more, with how many of each. */
export function BoardRecord({ of, changed }: Parts) {
  const [opinion, setOpinion] = useState(`${of.title}通过`)
  const [decisions, setDecisions] = useState<Record<number, Decision>>({})
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [asking, setAsking] = useState(false)
  const { submit, busy, error, fields } = useSubmit('POST /staff/board/record')
  const decisionOn = (id: number) => decisions[id] ?? PASSED
  const exceptions = of.agenda.flatMap(({ applicationId }) => {
    const { outcome, reason } = decisionOn(applicationId)
    return outcome === 'pass' ? [] : [{ applicationId, outcome, reason }]
  })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  const record = async () => {
    const fileIds = files.map(({ id }) => id)
    const done = await submit({ id: of.id, version: of.version, opinion, exceptions, fileIds })
    setAsking(false)
    if (!done) return
    announce('审议结果已记录')
    changed()
  }
  const countOf = (wanted: Outcome) =>
    of.agenda.filter(({ applicationId }) => decisionOn(applicationId).outcome === wanted).length
  const counts = outcomes.flatMap(one => (countOf(one) ? `${outcomeNames[one]} ${countOf(one)} 项` : []))
  return (
    <section className="desk-card">
      <h2>记录审议结果</h2>
      <form noValidate onSubmit={ask}>
        <Problem>{error?.message}</Problem>
        <Field name="opinion" label="决定" hint="写入每份通过的申请，申请人会看到" required error={fields.opinion}>
          {described => (
            <Input {...described} value={opinion} maxLength={200} onChange={event => setOpinion(event.target.value)} />
          )}
        </Field>
        <ol className="board-agenda">
          {of.agenda.map(({ applicationId: id, title, kindName, number, notes, hindrance }) => (
            <li key={id} data-wrong={fields[id] || hindrance ? true : undefined}>
              <div>
                <Link to={`/staff/review/${id}`}>{title}</Link>
                <p>
                  {kindName}　{number}
                </p>
                <BoardNotes notes={notes} />
                {(fields[id] ?? hindrance) && <p className="board-hindrance">{fields[id] ?? hindrance}</p>}
              </div>
              <Outcomes
                id={id}
                title={title}
                decision={decisionOn(id)}
                decide={decision => setDecisions({ ...decisions, [id]: decision })}
              />
            </li>
          ))}
        </ol>
        <Field name="minutes" label="会议纪要" hint="签字盖章后的扫描件" group>
          {({ id, ...described }) => (
            <Upload {...described} id={id} use="material" label="会议纪要" max={5} value={files} onChange={setFiles} />
          )}
        </Field>
        <div className="form-actions">
          <Button type="primary" htmlType="submit">
            记录审议结果
          </Button>
        </div>
      </form>
      <Modal
        title={`记录“${of.title}”的审议结果？`}
        open={asking}
        onCancel={() => setAsking(false)}
        onOk={() => void record()}
        okText="记录"
        cancelText="再核对一下"
        okButtonProps={{ loading: busy }}
        destroyOnHidden
      >
        <p>{counts.join('，')}。记录后立即生效：通过的进入公示或下一环节，申请人会收到消息，不能撤回。</p>
      </Modal>
    </section>
  )
}

type OutcomesProps = { id: number; title: string; decision: Decision; decide: (decision: Decision) => void }

const Outcomes = ({ id, title, decision: { outcome, reason }, decide }: OutcomesProps) => (
  <div className="board-outcome">
    <Radio.Group
      aria-label={`${title}的结果`}
      value={outcome}
      onChange={event => decide({ outcome: event.target.value, reason })}
      options={outcomes.map(value => ({ value, label: outcomeNames[value] }))}
    />
    {outcome !== 'pass' && (
      <Input
        id={fieldId(String(id))}
        aria-label={`${title}：${outcome === 'reject' ? '不予通过的理由' : '再议的原因（选填）'}`}
        placeholder={outcome === 'reject' ? '理由，申请人会看到' : '原因（选填）'}
        maxLength={500}
        value={reason}
        onChange={event => decide({ outcome, reason: event.target.value })}
      />
    )}
  </div>
)
