import '#ui/form/form.css'
import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field, fieldId } from '#ui/form/Field.tsx'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import type { MeetingRule } from '../meetingRule.ts'
import { type Heads, tallyOf, type Votes } from '../meetingRule.ts'
import { type Outcome, outcomeNames, outcomes } from '../meetingWords.ts'
import { EffectNote } from './EffectNote.tsx'
import { ItemNotes, ItemTitle } from './ItemNotes.tsx'
import { MeetingAttendance } from './MeetingAttendance.tsx'
import { countIn, type Decision, digitsIn, type TypedVotes, useRecording } from './recording.ts'
import type { Parts } from './StaffMeeting.tsx'

/**
 * Records attendance, one decision for all, and votes and exceptions row by row; asks for confirmation with the counts.
 */
export function MeetingRecord({ of, changed }: Parts) {
  const recording = useRecording(of)
  const { decisionOn, attendance } = recording
  const [files, setFiles] = useState<UploadedFile[]>([])
  const [asking, setAsking] = useState(false)
  const [isSent, setSent] = useState(false)
  const { submit, busy, error, fields } = useSubmit('POST /staff/meeting/record')
  const vote = of.rule?.vote
  const [entitled, present] = [countIn(attendance.entitled), countIn(attendance.present)]
  const heads = entitled !== null && present !== null ? { entitled, present: of.counted?.votes ?? present } : undefined
  const ask = () => {
    setSent(false)
    setAsking(true)
  }
  const record = async () => {
    const fileIds = files.map(({ id }) => id)
    setSent(true)
    const done = await submit({ id: of.id, version: of.version, ...recording.sent(), fileIds })
    setAsking(false)
    if (!done) return
    announce('审议结果已记录')
    changed()
  }
  const countOf = (wanted: Outcome) => of.agenda.filter(({ itemId }) => decisionOn(itemId).outcome === wanted).length
  const counts = outcomes.flatMap(one => (countOf(one) ? `${outcomeNames[one]} ${countOf(one)} 项` : []))
  const effects = of.agenda.flatMap(({ itemId, effect }) =>
    decisionOn(itemId).outcome === 'pass' ? (effect?.sentences ?? []) : [],
  )
  const titleOf = (name: string) =>
    of.agenda.find(({ itemId }) => name === `votes.${itemId}` || name === String(itemId))?.title
  return (
    <section className="desk-card">
      <h2>记录审议结果</h2>
      <WaitingForm onSubmit={ask}>
        <ErrorSummary errors={fields} message={error?.message} alone labelOf={name => titleOf(name) ?? ''} />
        {of.rule && (
          <MeetingAttendance
            rule={of.rule}
            recording={recording}
            hasLast={of.lastAttendance !== null}
            counted={of.counted}
            isWritten={of.isWritten}
            errors={fields}
          />
        )}
        <Field name="opinion" label="决定" hint="写入每份通过的申请，申请人会看到" required error={fields.opinion}>
          {described => (
            <Input
              {...described}
              value={recording.opinion}
              maxLength={200}
              onChange={event => recording.setOpinion(event.target.value)}
            />
          )}
        </Field>
        {vote && !of.isWritten && of.agenda.some(({ decided }) => !decided) && (
          <div className="form-actions meeting-unanimous">
            <Button disabled={!present} onClick={recording.allAgree}>
              全部一致同意
            </Button>
            <span>
              {present ? '' : '先填写实到人数。'}
              {of.rule?.sentences[1]}。回避的人不计入基数。
            </span>
          </div>
        )}
        <ol className="meeting-agenda">
          {of.agenda.map(item => {
            const { itemId: id, applicationId, title, kindName, number, presenter, notes, hindrance } = item
            return (
              <li key={id} data-wrong={fields[id] || fields[`votes.${id}`] || hindrance ? true : undefined}>
                <div>
                  <ItemTitle applicationId={applicationId} title={title} />
                  <p>{[kindName, number, presenter].filter(Boolean).join('　')}</p>
                  <ItemNotes notes={notes} />
                  <EffectNote effect={item.effect} />
                  {(fields[id] ?? hindrance) && <p className="meeting-hindrance">{fields[id] ?? hindrance}</p>}
                </div>
                <div className="meeting-outcome">
                  <MeetingOutcomes
                    id={id}
                    title={title}
                    decision={decisionOn(id)}
                    decide={decision => recording.decide(id, decision)}
                  />
                  {item.decided ? (
                    <p id={fieldId(`votes.${id}`)} tabIndex={-1}>
                      {item.decided.words}
                      {fields[`votes.${id}`] && <span className="field-error">{fields[`votes.${id}`]}</span>}
                    </p>
                  ) : of.isWritten ? (
                    <p id={fieldId(`votes.${id}`)} tabIndex={-1}>
                      没有表决结果
                      {fields[`votes.${id}`] && <span className="field-error">{fields[`votes.${id}`]}</span>}
                    </p>
                  ) : (
                    vote &&
                    decisionOn(id).outcome !== 'withdrawn' && (
                      <MeetingVotes
                        id={id}
                        title={title}
                        vote={vote}
                        heads={heads}
                        votes={recording.votesOn(id)}
                        count={votes => recording.count(id, votes)}
                        error={fields[`votes.${id}`]}
                      />
                    )
                  )}
                </div>
              </li>
            )
          })}
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
      </WaitingForm>
      <AskDialog
        title={`记录“${of.title}”的审议结果？`}
        isOpen={asking}
        action="记录"
        back="再核对一下"
        busy={busy}
        send={record}
        close={() => setAsking(false)}
        // The refusal message has the focus by then.
        keepsFocus={isSent}
      >
        <p>{counts.join('，')}。记录后立即生效：通过的申请进入公示或下一环节，申请人会收到消息，不能撤回。</p>
        {effects.length > 0 && <p>随通过办理：{effects.join('；')}。</p>}
      </AskDialog>
    </section>
  )
}

type Props = { id: number; title: string; decision: Decision; decide: (decision: Decision) => void }

/** Records the outcome of one item, with the reason if it did not pass. */
const MeetingOutcomes = ({ id, title, decision: { outcome, reason }, decide }: Props) => (
  <>
    <Radio.Group
      aria-label={`${title}的结果`}
      value={outcome}
      onChange={event => decide({ outcome: event.target.value, reason })}
      options={outcomes.map(value => ({ value, label: outcomeNames[value] }))}
    />
    {outcome !== 'pass' && (
      <Input
        id={fieldId(String(id))}
        aria-label={`${title}：${outcome === 'reject' ? '不予通过的理由' : `${outcomeNames[outcome]}的原因（选填）`}`}
        placeholder={outcome === 'reject' ? '理由，申请人会看到' : '原因（选填）'}
        maxLength={500}
        value={reason}
        onChange={event => decide({ outcome, reason: event.target.value })}
      />
    )}
  </>
)

const names: [keyof Votes, string][] = [
  ['yes', '同意'],
  ['no', '反对'],
  ['abstained', '弃权'],
  ['recused', '回避'],
]

type MeetingVotesProps = {
  id: number
  title: string
  vote: NonNullable<MeetingRule['vote']>
  heads: Heads | undefined
  votes: TypedVotes
  count: (votes: TypedVotes) => void
  error: string | undefined
}

function MeetingVotes({ id, title, vote, heads, votes, count, error }: MeetingVotesProps) {
  const field = fieldId(`votes.${id}`)
  const told = [`${field}-tally`, error && `${field}-error`].filter(Boolean).join(' ')
  return (
    <fieldset id={field} className="meeting-votes" aria-describedby={told}>
      <legend className="hidden-text">{title}的票数</legend>
      {names.map(([name, label]) => (
        <div key={name}>
          <label htmlFor={`${field}-${name}`}>
            {label}
            <span className="hidden-text">：{title}</span>
          </label>
          <Input
            id={`${field}-${name}`}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            value={votes[name]}
            onChange={event => count({ ...votes, [name]: digitsIn(event.target.value) })}
          />
        </div>
      ))}
      <p id={`${field}-tally`}>{heads && votes.yes !== '' ? tallyWords(vote, heads, votes) : ''}</p>
      {error && (
        <p id={`${field}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function tallyWords(
  vote: MeetingVotesProps['vote'],
  heads: Heads,
  { yes, no, abstained, recused }: TypedVotes,
): string {
  const counted = { yes: Number(yes), no: Number(no), abstained: Number(abstained), recused: Number(recused) }
  const { needed, notVoted, passes, voters } = tallyOf(vote, heads, counted)
  if (notVoted < 0) return `合计多于可以表决的 ${voters}`
  const words = `须 ${needed} 票，${passes ? '已达到' : '没有达到'}`
  return notVoted > 0 ? `${words}；未投票 ${notVoted}` : words
}
