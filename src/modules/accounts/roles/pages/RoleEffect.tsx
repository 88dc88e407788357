import { useApi } from '#api/useApi.ts'

type Props = {
  id: number
  permissions: readonly string[]
  branches: readonly string[]
  provinces: readonly string[]
  kinds: readonly string[]
  status: string
}

/** Whom the change touches, before it is saved. */
export function RoleEffect({ id, permissions, branches, provinces, kinds, status }: Props) {
  const { data } = useApi('GET /staff/role/effect', {
    id,
    permissions: permissions.join(','),
    branches: branches.join(','),
    provinces: provinces.join(','),
    kinds: kinds.join(','),
    status,
  })
  return (
    <section className="role-effect" aria-live="polite">
      <h3>保存以后</h3>
      {data?.length ? (
        <ul>
          {data.map(({ id: holder, name, gains, loses }) => (
            <li key={holder}>
              {name}
              {gains.length > 0 && <span>增加：{gains.join('、')}</span>}
              {loses.length > 0 && <span>失去：{loses.join('、')}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p>没有同事的权限因此改变。</p>
      )}
    </section>
  )
}
