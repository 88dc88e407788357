import { Fragment } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import type { Route } from './+types/StaffPermissions'
import './colleague.css'

export { staffPermissions as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/permission/list', {}))

type Matrix = Output<ApiContract['GET /staff/permission/list']>

export default function StaffPermissions({ loaderData: matrix }: Route.ComponentProps) {
  return (
    <>
      <section className="desk-card">
        <h2>角色与权限</h2>
        <p>
          权限由服务器在每次操作时核对；调整角色后，对方的下一次操作即按新的权限处理。角色由协会自己设定，名称下标有分支机构、地区或事项的，只能看到和办理其中的记录。
        </p>
        <RoleTable matrix={matrix} />
      </section>
      <section className="desk-card">
        <h2>每项操作需要的权限</h2>
        <p>共 {matrix.endpoints.length} 项。标“确认”的操作须在 10 分钟内输入过密码。</p>
        <EndpointTable matrix={matrix} />
      </section>
    </>
  )
}

const Head = ({ first, roles }: { first: string; roles: Matrix['roles'] }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      {roles.map(({ code, name, limits }) => (
        <th key={code} scope="col">
          {name}
          {limits.length > 0 && <small>限{limits.join('、')}</small>}
        </th>
      ))}
    </tr>
  </thead>
)

const RoleTable = ({ matrix: { roles, permissions } }: { matrix: Matrix }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
  <section className="permission-scroll" tabIndex={0} aria-label="角色与权限">
    <table className="permission-table">
      <Head first="权限" roles={roles} />
      <tbody>
        {permissions.map(({ code, name }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            {roles.map(role => (
              <Cell key={role.code} may={role.may.includes(code)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const EndpointTable = ({ matrix: { roles, endpoints } }: { matrix: Matrix }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
  <section className="permission-scroll" tabIndex={0} aria-label="每项操作需要的权限">
    <table className="permission-table">
      <Head first="操作" roles={roles} />
      <tbody>
        {endpoints.map(({ key, section, summary, who, confirm }, i) => (
          <Fragment key={`${key} ${summary}`}>
            {section !== endpoints[i - 1]?.section && (
              <tr className="section-row">
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {section}
                </th>
              </tr>
            )}
            <tr>
              <th scope="row">
                {keepTogether(summary)}
                {confirm && '（确认）'}
                <code>{key}</code>
              </th>
              {roles.map(role => (
                <Cell key={role.code} may={who === 'staff' || role.may.includes(who)} />
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  </section>
)

const Cell = ({ may }: { may: boolean }) => <td>{may ? '可' : '—'}</td>
