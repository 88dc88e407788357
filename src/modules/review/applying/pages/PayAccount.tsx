import { Link } from 'react-router'
import { useIsInUse } from '#layouts/useParts.ts'
import { longDay } from '#lib/dates.ts'
import { CopyButton } from '#ui/failed/CopyButton.tsx'
import './apply.css'

type Props = { account: { name: string; bank: string; number: string; changedOn: string }; remark: string }

/** The other way: by WeChat Pay or Alipay, at once. Nothing where the association has none. */
function PayOnline() {
  if (!useIsInUse(['payments'])) return null
  return (
    <p className="form-actions">
      <Link to="/admin/user/payments" className="button">
        在线支付
      </Link>
      <span>微信、支付宝支付即时到账，不需要上传凭证；也可以按下面的账户汇款。</span>
    </p>
  )
}

/** How a fee is paid: online, or to which account, and what to write on the transfer. */
export const PayAccount = ({ account, remark }: Props) => (
  <>
    <PayOnline />
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
    <p className="form-actions">
      <CopyButton text={account.number}>复制账号</CopyButton>
      <CopyButton text={remark}>复制汇款备注</CopyButton>
    </p>
  </>
)
