import { useIsInUse } from '#layouts/useParts.ts'
import { CopyButton } from '#ui/failed/CopyButton.tsx'
import { Link } from '#ui/router/router.tsx'
import '#modules/review/pages/apply.css'
import { Day } from '#ui/Day.tsx'

type Account = { name: string; bank: string; number: string; changedOn: string }
/** `account`: null where the association has not said which it is. */
type Props = { account: Account | null; remark: string }

/** Offers WeChat Pay or Alipay; renders nothing if the association has no online payment. */
function PayOnline({ alone }: { alone: boolean }) {
  if (!useIsInUse(['payments'])) return null
  return (
    <p className="form-actions">
      <Link to="/admin/user/payments" className="button primary">
        在线支付
      </Link>
      <span>微信、支付宝支付即时到账，不需要上传凭证{!alone && '；也可以按下面的账户汇款'}。</span>
    </p>
  )
}

export const PayAccount = ({ account, remark }: Props) => (
  <>
    <PayOnline alone={account === null} />
    {account ? <Transfer account={account} remark={remark} /> : <p>协会还没有公布收款账户，请先与协会联系，再汇款。</p>}
  </>
)

const Transfer = ({ account, remark }: Props & { account: Account }) => (
  <>
    <dl className="pay-account">
      <dt>户名</dt>
      <dd>{account.name}</dd>
      <dt>开户行</dt>
      <dd>{account.bank}</dd>
      <dt>账号</dt>
      <dd>{account.number}</dd>
      <dt>账户最近变更</dt>
      <dd>
        <Day of={account.changedOn} />
        ，与您记下的不同时请先致电协会核对
      </dd>
      <dt>汇款备注</dt>
      <dd>{remark}</dd>
    </dl>
    <p className="form-actions">
      <CopyButton text={account.number}>复制账号</CopyButton>
      <CopyButton text={remark}>复制汇款备注</CopyButton>
    </p>
  </>
)
