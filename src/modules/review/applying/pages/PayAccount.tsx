import { longDay } from '#lib/dates.ts'
import './apply.css'

type Props = { account: { name: string; bank: string; number: string; changedOn: string }; remark: string }

/** Where a fee is paid to, and what to write on the transfer. */
export const PayAccount = ({ account, remark }: Props) => (
  <dl className="pay-account">
    <dt>户名</dt>
    <dd>{account.name}</dd>
    <dt>开户行</dt>
    <dd>{account.bank}</dd>
    <dt>账号</dt>
    <dd>{account.number}</dd>
    <dt>账户最近变更</dt>
    <dd>{longDay(account.changedOn)}，与您记下的不同时请先致电协会核对</dd>
    <dt>汇款备注</dt>
    <dd>{remark}</dd>
  </dl>
)
