import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { useInUse, useIsInUse } from '#layouts/useParts.ts'
import type { Part } from '#lib/parts.ts'
import { Empty } from '#ui/Empty.tsx'
import { Link } from '#ui/router/router.tsx'

/** Chinese words without a single digit: no association numbers its certificates so. */
const isName = (text: string) => /^[\p{Script=Han}·•.（）()\s]{2,}$/u.test(text.normalize('NFKC'))

/** Nothing of that number or code: never to be taken for an answer about a certificate. */
export function NotInRegister({ asked }: { asked: string | undefined }) {
  if (asked && isName(asked))
    return (
      <Empty title={`“${asked}”像是名称，不是证书编号`} icon="search">
        <p>凭名称可以在公开的名单里查，已替您填好：</p>
        <ByName name={asked} />
        <p>没有同意公开的个人证书不在名单里，只能凭证书编号或二维码查验。</p>
      </Empty>
    )
  return <NoSuchNumber asked={asked} />
}

const NoSuchNumber = ({ asked }: { asked: string | undefined }) => (
  <Empty title={asked ? `登记库中没有编号为“${asked}”的证书` : '登记库中没有这个二维码对应的证书'} icon="search">
    <p>这不等于证书无效。请核对编号是否输入完整，字母 O 与数字 0、字母 I 与数字 1 容易混淆；</p>
    <p>
      仍查不到的，请致电协会核实，电话见
      <PlaceLink to="contact" otherwise="本页下方">
        联系我们
      </PlaceLink>
      。
    </p>
    {useIsInUse(['qualifications']) && (
      <p>
        这是贵单位早年的能力评价证书？可以<a href="/admin/publicity/qualification/old">补录旧证</a>。
      </p>
    )}
  </Empty>
)

const LISTS: { name: string; at: string; field: string; parts?: readonly Part[] }[] = [
  { name: '按单位查', at: '/admin/publicity/qualification', field: 'orgName', parts: ['qualifications'] },
  { name: '按人员查', at: '/admin/publicity/person', field: 'name', parts: ['personnel'] },
  { name: '查会员单位', at: '/admin/publicity/member', field: 'orgName' },
]

/** The public lists, with the name filled in. */
export const ByName = ({ name }: { name?: string }) => (
  <ul role="list" className="by-name">
    {useInUse(LISTS).map(list => (
      <li key={list.at}>
        <Link to={name ? `${list.at}?${new URLSearchParams({ [list.field]: name.trim() })}` : list.at}>
          {list.name}
        </Link>
      </li>
    ))}
  </ul>
)
