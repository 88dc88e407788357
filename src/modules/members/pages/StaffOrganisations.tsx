import { Link, useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { FormField } from '#lib/form/form.ts'
import type { Route } from './+types/StaffOrganisations'
import { OrganisationRegister } from './OrganisationRegister.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { organisations } from './registers.ts'

export { staffOrganisations as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('new')) return { blank: await api('GET /staff/organisation/blank', {}) }
  const [list, trades, natures, tags] = await Promise.all([
    organisations.load(api, address),
    api('GET /dictionary/list', { dictionary: 'trade' }),
    api('GET /dictionary/list', { dictionary: 'nature' }),
    api('GET /staff/organisation/tags', {}),
  ])
  return { ...list, trades, natures, tags }
})

export type OrganisationList = Exclude<Route.ComponentProps['loaderData'], { blank: unknown }>

/** Register of organisations; `?new=1` opens the form for a new one. */
export default function StaffOrganisations({ loaderData: list }: Route.ComponentProps) {
  return list.blank ? <NewOrganisation fields={list.blank.fields} /> : <OrganisationRegister list={list} />
}

/** An organisation that is not in the register yet; one that is, is told. */
function NewOrganisation({ fields: asked }: { fields: readonly FormField[] }) {
  const navigate = useNavigate()
  const sending = useSubmit('POST /staff/organisation/add')
  const { error } = sending
  const save = async (form: Record<string, unknown>) => {
    const done = await sending.submit({ form })
    if (done) navigate(`/staff/organisations/${done.id}`)
    return done !== undefined
  }
  return (
    <section className="desk-card">
      <h2>新增单位</h2>
      <p>名称、统一社会信用代码和地区必填，其余可以以后补充。</p>
      <RegisterForm
        name="new-organisation"
        fields={asked}
        save={save}
        sending={sending}
        cancel={() => navigate('/staff/organisations')}
      >
        {error?.code === 409 && (
          <p>
            <Link to={`/staff/organisations?key=${encodeURIComponent(known(error.message))}`}>
              在列表中找到这家单位
            </Link>
          </p>
        )}
      </RegisterForm>
    </section>
  )
}

/** The name or the code that the refusal tells. */
const known = (message: string) =>
  message
    .match(/“(.+)”|信用代码 (\w+)/)
    ?.slice(1)
    .find(Boolean) ?? ''
