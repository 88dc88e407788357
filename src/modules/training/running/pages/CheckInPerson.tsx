import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Failed } from '#ui/failed/Failed.tsx'
import { Loading } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { CheckInCard } from '../checkInContract.ts'

type Props = {
  whom: Input<ApiContract['POST /staff/training/checkIn']>
  /** Confirmed as soon as it is clear that it can be. */
  atOnce: boolean
  changed: () => void
}

/** Person at the desk. Opening a ticket changes nothing; only the button checks in. */
export function CheckInPerson({ whom, atOnce, changed }: Props) {
  const seen = useApi('GET /staff/training/checkIn/look', whom)
  const { submit, busy, error } = useSubmit('POST /staff/training/checkIn')
  const [done, setDone] = useState<CheckInCard & { isNew: boolean }>()
  const of = done ?? seen.data
  const isFree = of !== undefined && !of.problem && !of.doneAt
  const confirm = async () => {
    const answer = await submit(whom)
    if (answer) setDone(answer)
    else seen.reload()
    changed()
  }
  const settled = done ? 'done' : error || seen.error || of?.problem ? 'bad' : of?.doneAt ? 'before' : undefined
  useEffect(() => {
    if (settled) signal(settled === 'done')
  }, [settled])
  const begun = useRef(false)
  useEffect(() => {
    if (!atOnce || !isFree || begun.current) return
    begun.current = true
    void confirm()
  })
  if (seen.error && !of)
    return (
      <section className="desk-card check-in-person">
        <Failed of={seen.error} retry={seen.reload} />
      </section>
    )
  if (!of)
    return (
      <section className="desk-card check-in-person">
        <Loading lines={5} />
      </section>
    )
  return (
    <section className="desk-card check-in-person" aria-live="polite">
      <div className="check-in-head">
        {of.photoUrl ? (
          <img src={of.photoUrl} alt={`${of.name}的照片`} />
        ) : (
          <span className="check-in-nobody">无照片</span>
        )}
        <div>
          <h2>{of.name}</h2>
          <p>{of.organisationName}</p>
          {of.seat && <p className="check-in-seat">{of.seat}</p>}
          <Tag tone={of.feeOpen ? 'bad' : 'good'}>{of.feeName}</Tag>
        </div>
      </div>
      <CheckInStatus of={of} isNew={done?.isNew === true} />
      {error && !of.problem && (
        <p role="alert" className="check-in-standing bad">
          {error.message}
        </p>
      )}
      {isFree && (
        <Button type="primary" size="large" block autoFocus loading={busy} onClick={() => void confirm()}>
          {of.sessionName ? `确认签到（${of.sessionName}）` : '确认报到'}
        </Button>
      )}
      <Facts
        facts={[
          ['培训班', of.courseTitle],
          ['准考证号', of.ticketNumber || '未生成'],
          ['性别', of.sexName],
          ['房间', of.room],
        ]}
      />
      {of.doneAt && !of.sessionName && (
        <p className="form-actions">
          <ActButton
            act={undoCheckIn}
            of={of}
            reload={() => {
              setDone(undefined)
              seen.reload()
              changed()
            }}
          />
        </p>
      )}
    </section>
  )
}

function CheckInStatus({ of, isNew }: { of: CheckInCard; isNew: boolean }) {
  const act = of.sessionName ? '签到' : '报到'
  if (of.problem) return <p className="check-in-standing bad">{of.problem}</p>
  if (!of.doneAt) return null
  if (isNew) return <p className="check-in-standing good">{`${act}成功 ${minute(of.doneAt).slice(11)}`}</p>
  return <p className="check-in-standing warn">{`已于 ${minute(of.doneAt)} 由 ${of.doneBy} 办理${act}`}</p>
}

let audio: AudioContext | undefined

/** A short tone and a shake, so that the desk need not look: high for done, low and twice for not. */
function signal(isGood: boolean) {
  // Browsers allow neither before somebody has touched the page.
  if (!navigator.userActivation?.hasBeenActive) return
  navigator.vibrate?.(isGood ? 80 : [80, 60, 80])
  audio ??= new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = isGood ? 1040 : 240
  volume.gain.value = 0.15
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + (isGood ? 0.12 : 0.35))
}

const undoCheckIn = defineAct<{ participantId: number; name: string }>()({
  name: '撤销报到',
  title: ({ name }) => `撤销${name}的报到？`,
  isDanger: true,
  fields: [{ name: 'reason', label: '原因', kind: 'text', section: '', required: true, max: 200 }],
  call: 'POST /staff/training/checkIn/undo',
  input: ({ participantId }, { reason }) => ({ participantId, reason: String(reason ?? '') }),
  done: '已撤销报到',
})
