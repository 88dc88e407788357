import { head } from '#layouts/head.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { Link } from '#ui/router/router.tsx'
import type { Route } from './+types/AccountClosed'

export const meta = (args: Route.MetaArgs) => head(args, { name: '账号已注销', hidden: true })

/** Confirms that an account was closed; the same for everybody, since nobody is signed in any more. */
export default function AccountClosed() {
  return (
    <Entrance title="账号已注销">
      <div className="entry">
        <p>
          这个账号不能再登录，手机号、邮箱等联系信息已经删除。会员登记、证书等依法须留存的记录仍然保留，只用于查验。
        </p>
        <p>以后需要办理业务时，可以重新注册。</p>
        <Link className="button primary" to="/admin/home">
          返回首页
        </Link>
      </div>
    </Entrance>
  )
}
