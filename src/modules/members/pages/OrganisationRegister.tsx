import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { SaveAddresses } from '../addressList/pages/SaveAddresses.tsx'
import { organisationFilters } from '../organisationFilters.ts'
import { organisations } from './registers.ts'
import type { OrganisationList } from './StaffOrganisations.tsx'
import { TagMany } from './TagMany.tsx'

export function OrganisationRegister({ list }: { list: OrganisationList }) {
  const navigate = useNavigate()
  const search = useSearchParams()[0].toString()
  const { trades, natures, tags } = list
  return (
    <RegisterTable
      of={organisations}
      loaded={list}
      unit="家单位"
      filters={registerFilters(organisationFilters, { category: trades, nature: natures, tag: tags })}
      acts={(rows, done) => (
        <>
          <TagMany
            rows={rows}
            done={done}
            unit="家单位"
            where="单位和会员名册"
            tags={tags}
            send={asked => browserApi('POST /staff/organisation/tag', asked)}
          />
          <WriteToChosen register="organisation" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      actions={
        <>
          <SaveAddresses of="organisation" query={search} />
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新增单位
          </Button>
        </>
      }
      empty={{ title: '还没有单位', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
      cells={{
        member: ({ member, cells }) =>
          member ? <Link to={`/staff/members/${member.id}`}>{cells.member}</Link> : cells.member,
      }}
    />
  )
}
