import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { RemindOfEnd } from '#modules/certificates/issuing/pages/RemindOfEnd.tsx'
import { TagMany } from '#modules/members/pages/TagMany.tsx'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { personFilters } from '../personFilters.ts'
import type { Route } from './+types/StaffPersons'
import { NewPerson } from './NewPerson.tsx'
import { persons } from './registers.ts'

export { staffPersons as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('new')) return undefined
  const [list, kinds, tags] = await Promise.all([
    persons.load(api, address),
    api('GET /staff/person/kinds', {}),
    api('GET /staff/person/tags', {}),
  ])
  return { ...list, kinds, tags }
})

/** Every person that the association knows; with `?new=1` another one. */
export default function StaffPersons({ loaderData: list }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!list) return <NewPerson />
  const { kinds, tags } = list
  return (
    <RegisterTable
      of={persons}
      loaded={list}
      unit="人"
      filters={registerFilters(personFilters, { kindCode: kinds, tag: tags })}
      acts={(rows, done) => {
        const chosen = { register: 'person', ids: rows.map(({ id }) => id), sent: done }
        return (
          <>
            <TagMany
              rows={rows}
              done={done}
              unit="人"
              where="人员名册"
              tags={tags}
              send={asked => browserApi('POST /staff/person/tag', asked)}
            />
            <RemindOfEnd {...chosen} />
            <WriteToChosen {...chosen} />
          </>
        )
      }}
      actions={
        <Button type="primary" onClick={() => navigate('?new=1')}>
          新增人员
        </Button>
      }
      empty={{ title: '还没有人员', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
      cells={{
        employerName: ({ organisationId, cells }) =>
          organisationId ? (
            <Link to={`/staff/organisations/${organisationId}`}>{cells.employerName}</Link>
          ) : (
            cells.employerName
          ),
      }}
      below={<p>“完整姓名”一栏也可填写完整的手机或证件号码；为保护个人信息，不按其中一部分查找。</p>}
    />
  )
}
