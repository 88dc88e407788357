import { Button, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { usePolling } from '#api/usePolling.ts'
import { minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { ActButton } from '#ui/act/Acts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type MotionAnswer, motionAnswerNames } from '../meetingWords.ts'
import { EffectNote } from './EffectNote.tsx'
import { ItemTitle } from './ItemNotes.tsx'
import {
  type AgendaItem,
  type Base,
  closeMotion,
  type Motion,
  type Motions,
  openMotion,
  voidMotion,
} from './motionActs.tsx'
import type { Meeting, Parts } from './StaffMeeting.tsx'

/** Between two looks at a vote that is under way. */
const PAUSE_MS = 3000

/** 表决: each motion at its time, with the base of that moment, who has voted, and the result. */
export function MeetingVotes({ of, changed }: Parts) {
  const answer = useApi('GET /staff/meeting/votes', { id: of.id })
  const isOpen = of.state === 'held'
  usePolling(answer, isOpen ? PAUSE_MS : undefined)
  const acted = () => {
    answer.reload()
    changed()
  }
  if (!of.rule?.vote) return null
  return (
    <section className="desk-card">
      <h2>表决</h2>
      <States answer={answer}>
        {motions =>
          !isOpen && motions.list.length === 0 ? (
            <p>没有逐项表决，票数见审议结果。</p>
          ) : (
            <MotionList of={of} motions={motions} isOpen={isOpen} acted={acted} />
          )
        }
      </States>
      {answer.data && answer.error && <p className="field-error">网络中断，显示的是上一次的情况，正在重试。</p>}
    </section>
  )
}

type ListProps = { of: Meeting; motions: Motions; isOpen: boolean; acted: () => void }

function MotionList({ of, motions, isOpen, acted }: ListProps) {
  const base = useApi('GET /staff/meeting/vote/base', isOpen ? { id: of.id } : null)
  // Whoever has come since is offered, too.
  const known = base.data?.list.length
  useEffect(() => {
    if (known !== undefined && known !== motions.present) base.reload()
  }, [known, motions.present, base.reload])
  const seats = base.data?.list ?? []
  const votesOn = (itemId: number) => motions.list.filter(one => one.itemId === itemId)
  const unvoted = of.agenda.filter(({ itemId }) => votesOn(itemId).every(({ state }) => state === 'void'))
  // Without anybody who could vote here, the votes are typed below.
  const shown = motions.present > 0 || motions.list.length > 0 ? of.agenda : []
  return (
    <>
      {isOpen && (
        <p>
          {of.rule?.sentences[1]}。
          {of.isWritten
            ? '通讯表决以参加表决的为出席。'
            : motions.present > 0
              ? `此刻可以表决 ${motions.present} 席（含受托）。`
              : '还没有登记到会的席位：登记后可以逐项表决，也可以在下面直接填写票数。'}
        </p>
      )}
      {isOpen && unvoted.length > 1 && motions.present > 0 && (
        <div className="form-actions">
          <ActButton
            act={{ ...openMotion, name: of.isWritten ? '全部开始表决' : '合并表决未表决的议题' }}
            of={{ of, items: unvoted, base: seats }}
            reload={acted}
          />
        </div>
      )}
      <ol className="meeting-agenda">
        {shown.map(item => (
          <MotionOn
            key={item.itemId}
            of={of}
            item={item}
            votes={votesOn(item.itemId)}
            motions={motions}
            base={seats}
            isOpen={isOpen}
            acted={acted}
          />
        ))}
      </ol>
    </>
  )
}

type MotionProps = ListProps & { item: AgendaItem; votes: readonly Motion[]; base: Base }

function MotionOn({ of, item, votes, motions, base, isOpen, acted }: MotionProps) {
  const vote = votes.find(({ state }) => state !== 'void')
  const past = votes.filter(({ state }) => state === 'void')
  return (
    <li>
      <div>
        <ItemTitle applicationId={item.applicationId} title={item.title} />
        <EffectNote effect={item.effect} />
        {vote ? (
          <>
            <p>
              {vote.wayName}，基数 {vote.base}
              {vote.closesAt && `，截止 ${minute(vote.closesAt)}`}
            </p>
            {vote.recused.map(({ name, reason }) => (
              <p key={name}>
                回避：{name}（{reason}）
              </p>
            ))}
            {vote.way === 'secret' && vote.state === 'open' && !vote.ballot && (
              <p className="field-error">投票草稿已删除，请作废后重新表决。</p>
            )}
            {vote.result && <p className="meeting-result">{vote.result}</p>}
          </>
        ) : (
          <p>{isOpen ? '还没有表决' : '没有单独表决'}</p>
        )}
        {past.map(({ voteId, closedName, closedAt, voidReason }) => (
          <p key={voteId}>
            曾表决，由 {closedName} 于 {closedAt && minute(closedAt)} 作废：{voidReason}
          </p>
        ))}
        {vote && vote.way === 'named' && <NamedSeats key={vote.state} of={of} vote={vote} acted={acted} />}
      </div>
      <div className="meeting-motion">
        {vote && <MotionState vote={vote} />}
        {isOpen && (
          <span className="form-actions">
            {!vote && motions.present > 0 && (
              <ActButton
                act={openMotion}
                of={{ of, items: [item], base }}
                called={item.title}
                size="small"
                reload={acted}
              />
            )}
            {vote?.state === 'open' && vote.way !== 'secret' && (
              <ActButton act={closeMotion} of={vote} called={item.title} size="small" reload={acted} />
            )}
            {vote?.ballot && (
              <Link className="button" to={`/staff/ballots/${vote.ballot.id}`}>
                投票：{vote.ballot.stateName}
                <span className="hidden-text">（{item.title}）</span>
              </Link>
            )}
            {vote && <ActButton act={voidMotion} of={vote} called={item.title} size="small" reload={acted} />}
          </span>
        )}
      </div>
    </li>
  )
}

function MotionState({ vote: { state, stateName, passes, voted, voters } }: { vote: Motion }) {
  if (state === 'closed') return <Tag tone={passes ? 'good' : 'bad'}>{passes ? '通过' : '未通过'}</Tag>
  return (
    <span role="status">
      <Tag tone="warn">{stateName}</Tag> {voted !== null && `已表决 ${voted} / ${voters} 席`}
    </span>
  )
}

/** Seats of a vote by name: typed in while it is open, read once it is closed. */
function NamedSeats({ of, vote, acted }: { of: Meeting; vote: Motion; acted: () => void }) {
  const [isShown, show] = useState(false)
  const { submit, busy, error, fields } = useSubmit('POST /staff/meeting/vote/type')
  const [typed, type] = useState<Record<number, MotionAnswer | ''>>({})
  const answer = useApi('GET /staff/meeting/vote/seats', isShown ? { voteId: vote.voteId } : null)
  usePolling(answer, isShown && vote.state === 'open' ? PAUSE_MS : undefined)
  const mayType = vote.state === 'open' && !of.isWritten && of.state === 'held'
  const changes = Object.entries(typed).map(([seatId, answer]) => ({ seatId: Number(seatId), answer: answer || null }))
  const save = async () => {
    const done = await submit({ voteId: vote.voteId, votes: changes })
    if (!done) return
    announce(`已录入 ${done.changed} 席`)
    type({})
    answer.reload()
    acted()
  }
  return (
    <>
      <Button type="link" aria-expanded={isShown} onClick={() => show(!isShown)}>
        {isShown ? '收起各席' : mayType ? '逐席查看与录入' : '逐席查看'}
        <span className="hidden-text">：{vote.title}</span>
      </Button>
      {isShown && (
        <>
          <Problem>{error?.message}</Problem>
          <States answer={answer}>
            {({ list: seats }) => (
              <ul role="list" className="meeting-voters">
                {seats.map(seat => {
                  const { seatId, name, carrierName, recusedReason, hasVoted, isTypedIn, answerName, answeredName } =
                    seat
                  const i = changes.findIndex(change => change.seatId === seatId)
                  const fault = i === -1 ? undefined : fields[`votes.${i}`]
                  const isOwn = hasVoted && !isTypedIn
                  return (
                    <li key={seatId}>
                      <span>
                        {name}
                        {carrierName && `（${carrierName}受托）`}
                      </span>
                      {recusedReason ? (
                        <span>回避：{recusedReason}</span>
                      ) : mayType && !isOwn ? (
                        <Radio.Group
                          aria-label={`${name}的表决`}
                          value={typed[seatId] ?? seat.answer ?? ''}
                          onChange={event => type({ ...typed, [seatId]: event.target.value })}
                          options={[
                            ...optionsOf(motionAnswerNames).map(({ code, name }) => ({ value: code, label: name })),
                            { value: '', label: '未投' },
                          ]}
                        />
                      ) : (
                        <span>
                          {answerName || (hasVoted ? '已表决' : '未投')}
                          {answeredName && `，${answeredName}${isTypedIn ? '录入' : ''}`}
                        </span>
                      )}
                      {fault && <span className="field-error">{fault}</span>}
                    </li>
                  )
                })}
              </ul>
            )}
          </States>
          {mayType && (
            <div className="form-actions">
              <Button loading={busy} disabled={changes.length === 0} onClick={() => void save()}>
                {changes.length > 0 ? `录入 ${changes.length} 席` : '录入'}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}
