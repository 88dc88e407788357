import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { mailChoices, mailCodes } from '../messageKinds.ts'
import type { OfSide } from './Messages.tsx'

type Shown = Output<ApiContract['GET /member/message/choices']>
type Kind = Shown['kinds'][number]

/** 接收设置: what comes by WeChat, by text and by mail, kind by kind. */
export function Choices({ side, card }: OfSide) {
  const answer = useApi(side === 'staff' ? 'GET /staff/message/choices' : 'GET /member/message/choices', {})
  return (
    <section className={card}>
      <h2>短信和邮件</h2>
      <States answer={answer}>
        {shown => <ChoiceForm side={side} card={card} shown={shown} reload={answer.reload} />}
      </States>
    </section>
  )
}

type Props = OfSide & { shown: Shown; reload: () => void }

function ChoiceForm({ side, shown, reload }: Props) {
  const [changed, change] = useState<Record<string, Kind>>({})
  const { submit, busy, error } = useSubmit(
    side === 'staff' ? 'POST /staff/message/choices' : 'POST /member/message/choices',
  )
  const chosen = shown.kinds.map(one => changed[one.kind] ?? one)
  const set = (one: Kind) => change({ ...changed, [one.kind]: one })
  const save = async () => {
    const choices = Object.values(changed).map(({ kind, sms, mail, wechat }) => ({ kind, sms, mail, wechat }))
    if (!(await submit({ choices }))) return
    announce('接收设置已保存')
    change({})
    reload()
  }
  return (
    <>
      <Where side={side} shown={shown} />
      <table className="choices">
        <thead>
          <tr>
            <th scope="col">消息</th>
            {shown.wechats && <th scope="col">微信</th>}
            <th scope="col">短信</th>
            <th scope="col">邮件</th>
          </tr>
        </thead>
        <tbody>
          {chosen.map(one => (
            <ChoiceRow key={one.kind} of={one} set={set} shown={shown} />
          ))}
        </tbody>
      </table>
      <Problem>{error?.message}</Problem>
      <Button type="primary" loading={busy} disabled={Object.keys(changed).length === 0} onClick={() => void save()}>
        保存设置
      </Button>
    </>
  )
}

const Where = ({ side, shown: { phone, email, wechats } }: { side: OfSide['side']; shown: Shown }) => (
  <div className="choices-where">
    {wechats && (
      <p>
        {wechats.length > 0
          ? `微信发到 ${wechats.join('、')}。勾了微信的，这一类消息都发微信；有短信的先发微信，发不到才发短信。`
          : '还没有绑定微信，或已取消关注服务号，收不到微信消息。'}
        <Link to={side === 'staff' ? '/staff/security/wechat' : '/admin/user/security/wechat'}>
          {wechats.length > 0 ? '管理绑定的微信' : '绑定微信'}
        </Link>
      </p>
    )}
    <p>
      短信发到 {phone ?? '（没有登记手机号）'}，邮件发到 {email ?? '（没有登记邮箱，不发邮件）'}。
      站内消息始终发送；每日汇总在早上 8 点发出，只列还没读的。
    </p>
    <p>
      {side === 'member'
        ? '验证码、账号安全、补正与缴费期限、审核结果等必须告知的内容，不受这里的设置影响，始终发短信。'
        : '验证码、账号安全等必须告知的内容，不受这里的设置影响，始终发短信。只有紧要的事项，和等您办理、能用手机办理的一项工作有短信。'}
      晚上 9 点到早上 8 点之间，除验证码、账号安全等紧急的以外不发短信，早上补发。
    </p>
  </div>
)

type RowProps = { of: Kind; set: (one: Kind) => void; shown: Shown }

const ChoiceRow = ({ of, set, shown: { phone, email, wechats } }: RowProps) => (
  <tr>
    <th scope="row">{of.name}</th>
    {wechats && (
      <td>
        <Checkbox
          checked={of.wechat && wechats.length > 0}
          disabled={wechats.length === 0}
          onChange={({ target }) => set({ ...of, wechat: target.checked })}
        >
          <span className="hidden-text">发微信：{of.name}</span>
        </Checkbox>
      </td>
    )}
    <td>
      <Checkbox
        checked={of.sms}
        disabled={phone === null}
        onChange={({ target }) => set({ ...of, sms: target.checked })}
      >
        <span className="hidden-text">发短信：{of.name}</span>
      </Checkbox>
    </td>
    <td>
      <Select
        aria-label={`${of.name}的邮件`}
        value={of.mail}
        disabled={email === null}
        onChange={mail => set({ ...of, mail })}
        options={mailCodes.map(value => ({ value, label: mailChoices[value] }))}
      />
    </td>
  </tr>
)
