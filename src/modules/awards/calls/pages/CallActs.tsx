import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import type { CallAct } from '../contract.ts'
import type { CallDetail } from './StaffAwardCall.tsx'

type Act = { name: string; intro: (of: CallDetail) => string; said: string; danger?: boolean; fields?: FormField[] }

const reason = reasonField('正在填写申报书的账号会看到', { max: 300 })

const acts: Record<CallAct, Act> = {
  publish: {
    name: '发布',
    intro: of => `会员中心将列出这份通知，${of.opensOn} 起可以申报，到 ${of.closesOn} 24 时（北京时间）自动截止。`,
    said: '已发布',
  },
  prolong: {
    name: '延长申报',
    intro: of => `现在的截止日期是 ${of.closesOn}，正在填写的 ${of.drafts} 项会收到消息。`,
    said: '已延长，并已告知正在填写的账号',
    fields: [{ name: 'closesOn', label: '新的截止日期', section: '', kind: 'day', required: true }, reason],
  },
  close: {
    name: '提前截止',
    intro: of => `立即不再接受新的申报，正在填写的 ${of.drafts} 项不能再提交；被退回的仍可补正。`,
    said: '申报已截止',
    danger: true,
    fields: [reason],
  },
  withdraw: { name: '撤下', intro: () => '还没有人申报。撤下后恢复为草稿，会员中心不再列出。', said: '已撤下' },
  remove: { name: '删除草稿', intro: () => '删除后不能恢复。', said: '', danger: true },
}

type Props = { of: CallDetail; done: (words: string) => void; reload: () => void }

/** What may be done to a call now, each after saying what it brings about. */
export function CallActs({ of, done, reload }: Props) {
  const navigate = useNavigate()
  const send = async (act: CallAct, values: FormValues) => {
    await post(act, { id: of.id, version: of.version }, values)
    if (act === 'remove') return void navigate('/staff/award-calls')
    done(acts[act].said)
  }
  const actOf = (act: CallAct): ActOnOne => ({
    ...acts[act],
    intro: acts[act].intro(of),
    isMain: act === 'publish',
    disabled: act === 'publish' && of.missing.length > 0,
  })
  return (
    <ActsOnOne possible={of.canDo} actOf={actOf} called={of.title} send={send} reload={reload}>
      {of.entries > 0 && (
        <SaveButton save={() => saveFile('GET /staff/award/entry/materials', { callId: of.id })}>
          下载全部材料
        </SaveButton>
      )}
    </ActsOnOne>
  )
}

function post(act: CallAct, seen: { id: number; version: number }, { closesOn, reason }: FormValues): Promise<unknown> {
  const why = String(reason ?? '')
  if (act === 'close') return browserApi('POST /staff/award/call/close', { ...seen, reason: why })
  if (act === 'prolong')
    return browserApi('POST /staff/award/call/prolong', { ...seen, closesOn: String(closesOn ?? ''), reason: why })
  return browserApi(`POST /staff/award/call/${act}`, seen)
}
