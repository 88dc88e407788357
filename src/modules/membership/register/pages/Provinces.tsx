import { useEffect, useRef, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Link } from '#ui/router/router.tsx'
import { Section } from '#ui/Section.tsx'
import { drawProvinces } from './provinceMap.ts'
import './provinces.css'

type Rows = Output<ApiContract['GET /app/publicity/member/province/list']>

/** Members by region: on the State's base map where a key is configured, and always as bars. We never draw an outline ourselves. */
export function Provinces({ rows, tiandituKey }: { rows: Rows; tiandituKey: string | null }) {
  const shown = rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
  const most = shown[0]?.count ?? 1
  return (
    <Section title="会员单位的地区分布" className="provinces">
      {tiandituKey && <ProvinceMap rows={shown} tiandituKey={tiandituKey} />}
      <ul role="list" className="bars">
        {shown.map(({ provinceCode, provinceName, count }) => (
          <li key={provinceCode}>
            <Link to={`/admin/publicity/member?provinceCode=${provinceCode}`}>{provinceName}</Link>
            <span className="bar" aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span>{count} 家</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ProvinceMap({ rows, tiandituKey }: { rows: Rows; tiandituKey: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn once, whichever members are listed above
  useEffect(() => {
    if (box.current) drawProvinces(box.current, rows, tiandituKey).catch(() => setFailed(true))
  }, [tiandituKey])
  // Without the official map the bars below say the same.
  return failed ? null : <div ref={box} className="province-map" />
}
