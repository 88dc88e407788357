import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import type { ConfirmationStatus } from '#modules/review/confirming/pages/ConfirmOnline.tsx'
import { Problem } from '#ui/form/Problem.tsx'

type Props = {
  id: number
  of: ConfirmationStatus
  /** Keeps what is not kept yet; whether nothing stands against it but what is wrong in this place. */
  ready: (place: string) => Promise<boolean>
  reload: () => void
}

export function SignOnline({ id, of, ready, reload }: Props) {
  const sending = useSubmit('POST /member/application/sign')
  const asking = useSubmit('POST /member/application/sign/ask')
  const [answered, setAnswered] = useState('')
  const { signing, maySign } = of
  const isSame = signing !== null && signing.changed.length === 0
  const isWaiting = isSame && (signing.state === 'sending' || signing.state === 'signing' || signing.state === 'signed')
  const error = sending.error ?? asking.error
  const begin = async () => {
    if ((await ready(of.slot)) && (await sending.submit({ id }))) reload()
  }
  const ask = async () => {
    setAnswered('')
    const told = await asking.submit({ id })
    if (told) setAnswered(`已向电子签章服务查询：${told.stateName}。`)
    reload()
  }
  return (
    <section className="confirm-online" aria-labelledby="sign-online">
      <h3 id="sign-online">电子签章{of.ways.includes('paper') && '（可代替打印盖章）'}</h3>
      {signing ? (
        <FlowStatus of={signing} />
      ) : (
        <p>
          申请表和材料备齐以后，由负责人把申请表送到电子签章服务，在那里用本单位的电子印章签署，不必打印、盖章、扫描。
        </p>
      )}
      <p role="status">{answered}</p>
      <Problem>{error?.message}</Problem>
      {of.isOpen && !maySign && <p>电子签章须由本单位负责人登录后办理；经办人可先备齐材料。</p>}
      {maySign && (
        <p className="form-actions">
          {isWaiting && signing.link && (
            <Button type="primary" href={signing.link}>
              去签章
            </Button>
          )}
          {isWaiting && (
            <Button loading={asking.busy} onClick={() => void ask()}>
              查询签章结果
            </Button>
          )}
          {!isWaiting && !(isSame && signing.state === 'kept') && (
            <Button loading={sending.busy} onClick={() => void begin()}>
              {signing ? '重新送签' : '送去电子签章'}
            </Button>
          )}
        </p>
      )}
    </section>
  )
}

function FlowStatus({ of }: { of: NonNullable<ConfirmationStatus['signing']> }) {
  const { state, stateName, signatory, problem, endedAt, changed } = of
  const isOver = state === 'refused' || state === 'expired' || state === 'failed'
  if (changed.length > 0 && !isOver)
    return (
      <Alert
        type="warning"
        showIcon
        title="送签以后有改动，须重新电子签章"
        description={`此后有改动：${changed.join('、')}。`}
      />
    )
  if (state === 'kept')
    return (
      <Alert
        type="success"
        showIcon
        title="已电子签章"
        description={`${signatory} 已签章，签好的申请表于 ${minute(endedAt ?? '')} 收到并核对，随材料一并提交。`}
      />
    )
  const next = isOver ? '可以重新送签。' : `请以“${signatory}”的名义签章；签好而这里还没有显示的，请点“查询签章结果”。`
  return (
    <Alert
      type={isOver ? 'error' : 'info'}
      showIcon
      title={stateName}
      description={`${problem && `${problem}。`}${state === 'signing' || isOver ? next : ''}`}
    />
  )
}
