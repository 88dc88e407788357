import './checkIn.css'
import { Button, Checkbox, Input } from 'antd'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScanner } from '#ui/media/useScanner.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffCheckIn'
import { CheckInPerson } from './CheckInPerson.tsx'
import { CheckInPlace } from './CheckInPlace.tsx'
import { LatestCheckIns } from './LatestCheckIns.tsx'

export { staffCheckIn as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/training/checkIn/courses', {}))

/**
 * 扫码报到, on a phone at the door. The code of a ticket opens this very address; from here on the screen's own camera
 * takes over, or a few digits do. Who is shown, and for which course or session, stands in the address.
 */
export default function StaffCheckIn({ loaderData }: Route.ComponentProps) {
  const places = useLoaded(loaderData)
  const [query, setQuery] = useSearchParams()
  const [scanned, setScanned] = useState({ atOnce: false, times: 0 })
  const [done, setDone] = useState(0)
  const at = { courseId: Number(query.get('course')) || undefined, session: query.get('session') ?? undefined }
  const whom = { token: query.get('t') ?? undefined, participantId: Number(query.get('p')) || undefined }
  const go = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries({ t: '', p: '', ...changes }))
      if (value) next.set(name, value)
      else next.delete(name)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const scan = (token: string, atOnce: boolean) => {
    setScanned(({ times }) => ({ atOnce, times: times + 1 }))
    go({ t: token })
  }
  const pick = (id: number) => {
    setScanned(({ times }) => ({ atOnce: false, times: times + 1 }))
    go({ p: String(id) })
  }
  const isSomebody = whom.token !== undefined || whom.participantId !== undefined
  return (
    <div className="check-in">
      <div className="check-in-desk">
        <CheckInScanner scan={scan} isSession={at.session !== undefined} />
        {isSomebody && (
          <CheckInPerson
            key={`${JSON.stringify({ ...whom, ...at })} ${scanned.times}`}
            whom={{ ...whom, ...at }}
            atOnce={scanned.atOnce}
            changed={() => setDone(count => count + 1)}
          />
        )}
        <CheckInFinder courseId={at.courseId} pick={pick} />
      </div>
      <div className="check-in-side">
        <CheckInPlace answer={places} at={at} choose={go} />
        {at.courseId && (
          <LatestCheckIns
            key={`${at.courseId} ${at.session} ${done}`}
            courseId={at.courseId}
            session={at.session}
            pick={pick}
          />
        )}
      </div>
    </div>
  )
}

type Props = { scan: (token: string, atOnce: boolean) => void; isSession: boolean }

/** Time in ms within which the same code counts as the same scan. */
const SAME_SCAN_MS = 4_000

/** The camera of the phone, looking on until it is switched off. */
function CheckInScanner({ scan, isSession }: Props) {
  const [on, setOn] = useState(false)
  const [chosen, setAtOnce] = useState<boolean>()
  // Sessions check in at once; at the desk staff compare the photo first.
  const atOnce = chosen ?? isSession
  const [other, setOther] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const last = useRef({ text: '', at: 0 })
  const problem = useScanner(video, on, '输入准考证号查找', text => {
    const { text: before, at } = last.current
    last.current = { text, at: Date.now() }
    if (text === before && Date.now() - at < SAME_SCAN_MS) return
    const token = tokenIn(text)
    setOther(token === undefined)
    if (token) scan(token, atOnce)
  })
  return (
    <section className="desk-card check-in-scanner" aria-label="扫码">
      <div className="check-in-view" hidden={!on || problem !== undefined}>
        <video ref={video} playsInline muted aria-label="摄像头画面" />
        <i aria-hidden="true" />
      </div>
      {problem && (
        <p role="alert" className="check-in-problem">
          {problem}
        </p>
      )}
      {on && other && (
        <p role="alert" className="check-in-problem">
          这不是准考证的二维码
        </p>
      )}
      <div className="check-in-camera">
        <Button onClick={() => setOn(!on)}>{on ? '关闭摄像头' : '用本机摄像头连续扫码'}</Button>
        <Checkbox checked={atOnce} onChange={event => setAtOnce(event.target.checked)}>
          扫到即确认
        </Checkbox>
      </div>
    </section>
  )
}

/** Extracts the token from the address in a ticket's QR code. */
const tokenIn = (text: string) => text.match(/\/staff\/check-in\?t=([\w-]{22})$/)?.[1]

type CheckInFinderProps = { courseId: number | undefined; pick: (participantId: number) => void }

/** Finds a person by name or some digits, when there is no ticket or too little light. */
function CheckInFinder({ courseId, pick }: CheckInFinderProps) {
  const [key, setKey] = useState('')
  const answer = useApi('GET /staff/training/checkIn/find', key ? { courseId, key } : null)
  const choose = (id: number) => {
    setKey('')
    pick(id)
  }
  return (
    <section className="desk-card">
      <h2>
        <label htmlFor="check-in-key">按号码或姓名查找</label>
      </h2>
      <Input.Search
        id="check-in-key"
        placeholder="准考证号、末几位或姓名"
        maxLength={30}
        enterButton={<Button>查找</Button>}
        allowClear
        onSearch={typed => setKey(typed.trim())}
      />
      {key && (
        <States
          answer={answer}
          lines={3}
          empty={{
            when: list => list.length === 0,
            title: '没有找到',
            children: <p>请核对号码或姓名，或选择培训班后再查找。</p>,
          }}
        >
          {list => (
            <ul className="check-in-list" role="list">
              {list.map(one => (
                <li key={one.id}>
                  <button type="button" onClick={() => choose(one.id)}>
                    <b>{one.name}</b>
                    <span>{one.ticketNumber || '无准考证号'}</span>
                    <span>{one.organisationName}</span>
                    {!courseId && <span>{one.courseTitle}</span>}
                    {one.isCheckedIn && <Tag tone="good">已报到</Tag>}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </States>
      )}
    </section>
  )
}
