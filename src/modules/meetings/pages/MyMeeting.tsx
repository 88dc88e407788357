import './meetings.css'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { longDay, minute } from '#lib/dates.ts'
import { type FormValues, optionsOf } from '#lib/form/form.ts'
import { Facts } from '#ui/Facts.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { type Reply, replyNames } from '../meetingWords.ts'
import type { Route } from './+types/MyMeeting'
import { MyVotes } from './MyVotes.tsx'
import { meetingTones, proxyTones } from './tones.ts'

export { myMeeting as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /meeting/detail', { id: pathId(params.id) }))

type OwnMeeting = Output<ApiContract['GET /meeting/detail']>
type OwnSeat = OwnMeeting['seats'][number]

/** A meeting as whoever is entitled sees it: when and where, agenda, papers, the reply of each seat. */
export default function MyMeeting({ loaderData }: Route.ComponentProps) {
  const { data: of, reload } = useLoaded(loaderData)
  useScreenName(of.title)
  const [query] = useSearchParams()
  const code = query.get('checkin')
  return (
    <>
      {code && <CheckIn id={of.id} code={code} done={reload} />}
      <section className="centre-card">
        <div className="centre-card-head">
          <h2>{of.title}</h2>
          <StateTag of={of} tones={meetingTones} />
        </div>
        <Facts
          facts={[
            ['机构', of.bodyName],
            ['时间', `${longDay(of.meetsOn)} ${of.startsAt}`.trim()],
            ['地点', of.isWritten ? '通讯表决，不集中开会' : of.place],
            ['表决截止', of.votesUntil && minute(of.votesUntil)],
            ['线上', of.onlineUrl && <RemoteEntry key="online" of={of} done={reload} />],
            ['会议规则', of.sentences.join('；')],
            ['请于此前回复', of.canReply && of.replyBy],
            [
              '会议纪要',
              (of.state === 'recorded' || of.state === 'adjourned') && (
                <Link key="minutes" to={`/admin/user/meetings/${of.id}/minutes`}>
                  核对、签署与下载
                </Link>
              ),
            ],
          ]}
        />
      </section>
      {of.state !== 'planned' && <MyVotes id={of.id} isOpen={of.state === 'held'} isWritten={of.isWritten} />}
      {of.seats.map(seat => (
        <SeatReply key={`${seat.seatId} ${seat.repliedAt}`} of={of} seat={seat} changed={reload} />
      ))}
      {of.proxies.length > 0 && <Proxies of={of} changed={reload} />}
      <section className="centre-card">
        <h2>议程</h2>
        <ol className="meeting-own-agenda">
          {of.agenda.map(({ itemId, title, kindName, text, presenter, effects, outcomeName, papers }) => (
            <li key={itemId}>
              <b>{title}</b> {outcomeName && <Tag>{outcomeName}</Tag>}
              <p>{[kindName, presenter && `报告人：${presenter}`].filter(Boolean).join('　')}</p>
              {text && <p className="meeting-item-text">{text}</p>}
              {effects.length > 0 && <p className="meeting-effect">通过后：{effects.join('；')}</p>}
              <Papers papers={papers} changed={reload} />
            </li>
          ))}
        </ol>
        {of.papers.length > 0 && (
          <>
            <h3>会议材料</h3>
            <Papers papers={of.papers} changed={reload} />
          </>
        )}
      </section>
    </>
  )
}

type PapersProps = { papers: OwnMeeting['papers']; changed: () => void }

/** Opening a paper is noted as read; the window is opened at once, because browsers block what opens later. */
function Papers({ papers, changed }: PapersProps) {
  const [problem, setProblem] = useState<string>()
  const open = async (paperId: number) => {
    const shown = window.open('', '_blank')
    try {
      const { url } = await browserApi('POST /meeting/paper', { paperId })
      if (shown) shown.location.href = url
      else window.location.href = url
      changed()
    } catch (error) {
      shown?.close()
      setProblem(toRefusal(error).message)
    }
  }
  if (papers.length === 0) return null
  return (
    <>
      <Problem>{problem}</Problem>
      <ul role="list" className="meeting-papers">
        {papers.map(({ paperId, name, isRead }) => (
          <li key={paperId}>
            <button type="button" className="link" onClick={() => void open(paperId)}>
              {name}
            </button>{' '}
            {isRead ? <Tag>已读</Tag> : <Tag tone="warn">未读</Tag>}
          </li>
        ))}
      </ul>
    </>
  )
}

function CheckIn({ id, code, done }: { id: number; code: string; done: () => void }) {
  const { submit, busy, error } = useSubmit('POST /meeting/checkin')
  const [seats, setSeats] = useState<string[]>()
  const check = async () => {
    const told = await submit({ id, code })
    if (!told) return
    setSeats(told.seats)
    announce('已签到')
    done()
  }
  return (
    <section className="centre-card">
      <h2>会场签到</h2>
      <Problem>{error?.message}</Problem>
      {seats ? (
        <p>已签到：{seats.join('、')}。</p>
      ) : (
        <button type="button" className="button primary" disabled={busy} onClick={() => void check()}>
          确认到会
        </button>
      )}
    </section>
  )
}

/** The remote meeting is entered by checking in, where the meeting is today. */
function RemoteEntry({ of, done }: { of: OwnMeeting; done: () => void }) {
  const { submit, busy, error } = useSubmit('POST /meeting/checkin')
  const isThere = of.seats.every(({ arrivedAt }) => arrivedAt)
  const enter = async () => {
    if (!(await submit({ id: of.id }))) return
    announce('已登记线上到会')
    done()
  }
  return (
    <>
      <a href={of.onlineUrl} target="_blank" rel="noreferrer">
        {of.onlineUrl}
      </a>{' '}
      {!isThere && (
        <button type="button" className="button" disabled={busy} onClick={() => void enter()}>
          登记线上到会
        </button>
      )}
      <Problem>{error?.message}</Problem>
    </>
  )
}

function Proxies({ of, changed }: { of: OwnMeeting; changed: () => void }) {
  const { submit, busy, error } = useSubmit('POST /meeting/proxy')
  const answer = async (seatId: number, accept: boolean) => {
    if (!(await submit({ seatId, accept }))) return
    announce(accept ? '已接受委托' : '已谢绝委托，对方会收到消息')
    changed()
  }
  return (
    <section className="centre-card">
      <h2>请您受托的</h2>
      <p>接受后，您到会即代其出席并表决；谢绝的，对方会收到消息，另行安排。</p>
      <Problem>{error?.message}</Problem>
      <ul role="list" className="meeting-proxies">
        {of.proxies.map(({ seatId, name, state, stateName }) => (
          <li key={seatId}>
            <b>{name}</b> <Tag tone={proxyTones[state]}>{stateName}</Tag>
            {of.canReply && (
              <span className="form-actions">
                {state !== 'confirmed' && (
                  <button
                    type="button"
                    className="button primary"
                    disabled={busy}
                    onClick={() => void answer(seatId, true)}
                  >
                    接受<span className="hidden-text">{name}的委托</span>
                  </button>
                )}
                {state !== 'refused' && (
                  <button type="button" className="button" disabled={busy} onClick={() => void answer(seatId, false)}>
                    谢绝<span className="hidden-text">{name}的委托</span>
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const seatTitle = ({ name, personName, postName }: OwnSeat) =>
  `${personName && personName !== name ? `${personName}（${name}）` : name}　${postName}`

function SeatReply({ of, seat, changed }: { of: OwnMeeting; seat: OwnSeat; changed: () => void }) {
  const [values, setValues] = useState<FormValues>({
    reply: seat.reply ?? '',
    reason: seat.reason,
    proxySeatId: seat.proxySeatId ? String(seat.proxySeatId) : '',
    proxyName: seat.proxySeatId ? '' : seat.proxyTo,
  })
  const [files, setFiles] = useState<UploadedFile[]>(seat.files)
  const { submit, busy, error, fields: faults } = useSubmit('POST /meeting/reply')
  const { reply } = values
  const send = async () => {
    const sent = await submit({
      seatId: seat.seatId,
      reply: reply as Reply,
      reason: reply === 'leave' ? String(values.reason ?? '') : '',
      proxySeatId: reply === 'proxy' && values.proxySeatId ? Number(values.proxySeatId) : null,
      proxyName: reply === 'proxy' ? String(values.proxyName ?? '') : '',
      fileIds: reply === 'proxy' ? files.map(({ id }) => id) : [],
    })
    if (!sent) return
    announce('回复已送达协会')
    changed()
  }
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>{seatTitle(seat)}</h2>
        {!of.isWritten && <Tag tone={seat.reply ? 'good' : 'warn'}>{seat.replyName}</Tag>}
      </div>
      <Facts
        facts={[
          ['表决权', `${seat.weight} 票`],
          ['受托人', seat.proxyTo && `${seat.proxyTo}（${seat.proxyStateName}）`],
          ['回复', seat.repliedAt && `${seat.repliedName} ${minute(seat.repliedAt)}`],
          ['到会', seat.arrivedAt && minute(seat.arrivedAt)],
        ]}
      />
      {of.canReply && (
        <Form
          fields={[
            {
              name: 'reply',
              label: '回复',
              section: '',
              kind: 'choice',
              required: true,
              options: optionsOf(replyNames).filter(({ code }) => code !== 'proxy' || of.mayGiveProxy),
            },
            ...(reply === 'leave'
              ? [{ name: 'reason', label: '请假的原因', section: '', kind: 'text', required: true, max: 200 } as const]
              : []),
            ...(reply === 'proxy'
              ? [
                  {
                    name: 'proxySeatId',
                    label: '受托人',
                    section: '',
                    kind: 'choice',
                    required: !of.mayNameAnyone,
                    options: of.carriers
                      .filter(({ seatId }) => seatId !== seat.seatId)
                      .map(({ seatId, name }) => ({ code: String(seatId), name })),
                    hint: '对方会收到消息，在线确认后生效；上传盖章的委托书的，不必再确认',
                  } as const,
                ]
              : []),
            ...(reply === 'proxy' && of.mayNameAnyone
              ? [
                  {
                    name: 'proxyName',
                    label: '或其他受托人的姓名',
                    section: '',
                    kind: 'text',
                    max: 40,
                    hint: '不是应到人员的，须上传盖章的委托书',
                  } as const,
                ]
              : []),
          ]}
          values={values}
          onChange={setValues}
          errors={faults}
          onSubmit={() => void send()}
        >
          {reply === 'proxy' && (
            <>
              <Upload use="material" label="盖章的委托书（选填）" max={3} value={files} onChange={setFiles} />
              <Problem>{faults.fileIds}</Problem>
            </>
          )}
          {error && Object.keys(faults).length === 0 && <Problem>{error.message}</Problem>}
          <div className="form-actions">
            <button type="submit" className="button primary" disabled={busy || !reply}>
              {seat.reply ? '修改回复' : '送出回复'}
            </button>
          </div>
        </Form>
      )}
    </section>
  )
}
