import { useEffect, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { LightField } from '#ui/form/light/LightField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { type ActWords, type CaseAct, caseCall } from './caseLinkCalls.ts'

type Props = {
  act: CaseAct
  seen: string
  ticket: string
  words: ActWords
  onWords: (words: ActWords) => void
  close: () => void
  /** Reads the case again; what was typed stays. */
  changed: () => void
  lock: (said: string) => void
  done: (said: string) => void
}

/** The last word before an act: what it does, whom it tells, the reason, and one button. */
export function CaseActForm({ act, seen, ticket, words, onWords, close, changed, lock, done }: Props) {
  const { reason } = words
  const setReason = (typed: string) => onWords({ ...words, reason: typed })
  const form = useLightForm(async () => {
    try {
      done((await caseCall('POST /caseLink/act', ticket, { act: act.code, ...words, seen })).done)
    } catch (error) {
      const { code, message } = toRefusal(error)
      if (code === 404) return lock(message)
      if (code === 409) changed()
      throw withReason(error)
    }
  })
  return (
    <LightForm of={form} label={act.name} action={`确认：${act.name}`} busy="正在办理…" footer={<Back close={close} />}>
      <div>
        <h2>{act.name}</h2>
        <p>{act.consequence}</p>
        {act.asksReach && <CaseReach act={act} ticket={ticket} />}
      </div>
      {act.exceptions.length > 0 && (
        <>
          <div>
            <p>以下 {act.exceptions.length} 项不符合，仍要通过的须说明理由；理由记入办理记录，只有工作人员能看到：</p>
            <ul>
              {act.exceptions.map(text => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
          <LightField
            field={{
              name: 'exceptionReason',
              label: '仍要通过的理由',
              section: '',
              kind: 'paragraph',
              max: 500,
              required: true,
            }}
            value={words.exceptionReason}
            onChange={typed => onWords({ ...words, exceptionReason: String(typed ?? '') })}
            error={form.errors.exceptionReason}
          />
        </>
      )}
      {act.reason !== 'none' && (
        <>
          <LightField
            field={{
              name: 'reason',
              label: act.reasonLabel,
              section: '',
              kind: 'paragraph',
              max: act.maxReason,
              required: act.reason === 'required',
            }}
            value={reason}
            onChange={value => setReason(String(value ?? ''))}
            error={form.errors.reason}
          />
          {act.reasons.length > 0 && (
            <ul role="list" className="case-link-reasons" aria-label="常用理由">
              {act.reasons
                .filter(one => !reason.includes(one))
                .map(one => (
                  <li key={one}>
                    <button type="button" onClick={() => setReason(reason.trim() ? `${reason.trim()}；${one}` : one)}>
                      {one}
                    </button>
                  </li>
                ))}
            </ul>
          )}
        </>
      )}
    </LightForm>
  )
}

const Back = ({ close }: { close: () => void }) => (
  <button type="button" className="button" onClick={close}>
    返回
  </button>
)

/** The desk calls the reason of a decision an opinion. */
function withReason(error: unknown) {
  const refusal = toRefusal(error)
  const { opinion, ...fields } = refusal.fields ?? {}
  return opinion === undefined ? refusal : Object.assign(refusal, { fields: { ...fields, reason: opinion } })
}

type Counts = Output<ApiContract['POST /caseLink/reach']>

/** Whom the act tells, asked with words in place of those that are still to be typed: none of them changes it. */
function CaseReach({ act, ticket }: Pick<Props, 'act' | 'ticket'>) {
  const [counts, setCounts] = useState<Counts>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const reason = act.reason === 'required' ? '（待填写）' : ''
    const exceptionReason = act.exceptions.length > 0 ? '（待填写）' : ''
    caseCall('POST /caseLink/reach', ticket, { act: act.code, reason, exceptionReason }).then(setCounts, error =>
      setProblem(toRefusal(error).message),
    )
  }, [act, ticket])
  if (problem) return <p className="field-error">现在还不能办理：{problem}</p>
  if (!counts) return <p role="status">正在核对会通知谁…</p>
  return <p role="status">{reachWords(counts)}</p>
}

function reachWords({ people, inbox, sms, mail, none, unreached, isTrial, isNight, written }: Counts): string {
  if (people === 0) return '不通知任何人。'
  const ways = [
    `站内消息 ${inbox} 个`,
    sms > 0 &&
      `短信 ${sms} 个${written.includes('sms') ? '（没有接入短信服务，只写入文件）' : isNight ? '（早上 8 点以后）' : ''}`,
    mail > 0 && `邮件 ${mail} 个${written.includes('mail') ? '（没有接入邮件服务，只写入文件）' : ''}`,
    none > 0 && `都收不到的 ${none} 个（${unreached.join('、')}）`,
  ].filter(Boolean)
  return `会告知 ${people} 个单位或个人：${ways.join('，')}。${isTrial ? '网站试用中，只有站内消息。' : ''}`
}
