import { useIsInUse } from '#layouts/useParts.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/router/router.tsx'
import { factsOf } from '../facts.ts'
import type { Certificate } from './CertificateSheet.tsx'

/** What stands on the certificate; the company's name leads on to what the site has of it. `confirmed`: so is the name. */
export function SheetFacts({ of, confirmed }: { of: Certificate; confirmed: boolean }) {
  const page = useOrgPage(of)
  return (
    <dl className="facts">
      {factsOf(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {page && value === of.orgName ? <Link to={page}>{value}</Link> : value}
            {confirmed && value === of.holderName && (
              <span className="name-same" role="status">
                <Icon name="shield" size={18} /> 姓名一致
              </span>
            )}
          </dd>
        </div>
      ))}
      <Listing of={of} />
    </dl>
  )
}

/** The member's page, or else all that the public list has of the company. */
function useOrgPage({ orgPage, register, isListed, orgName }: Certificate): string | null {
  const hasList = useIsInUse(['qualifications'])
  if (orgPage || !hasList || register !== 'qualification' || !isListed) return orgPage
  return `/admin/publicity/qualification?${new URLSearchParams({ orgName })}`
}

const LISTS = {
  qualification: { name: '单位能力评价公示', at: '/admin/publicity/qualification' },
  personnel: { name: '人员证书公示', at: '/admin/publicity/person' },
}

/** Whether others can find it without its number. */
function Listing({ of: { register, isListed, certNo } }: { of: Certificate }) {
  if (register !== 'qualification' && register !== 'personnel') return null
  const { name, at } = LISTS[register]
  return (
    <div>
      <dt>公开名单</dt>
      <dd>
        {isListed ? (
          <>
            列在<Link to={`${at}?${new URLSearchParams({ certNo })}`}>{name}</Link>
          </>
        ) : register === 'personnel' ? (
          '未列出：持证人没有同意公开，名单和搜索中都查不到，只能凭编号或二维码查验'
        ) : (
          '未列出：名单和搜索中都查不到，只能凭编号或二维码查验'
        )}
      </dd>
    </div>
  )
}
