import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { columnCrumbs, useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { offeredOptions } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { Filter, FilterSelect, FilterTabs, FilterText } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { statusNames } from '../../courseStatus.ts'
import type { Route } from './+types/Courses'
import { CourseRow } from './CourseRow.tsx'
import { COURSES_CRUMBS } from './courseCrumbs.ts'
import './courses.css'

const load = async (api: Api, { query }: Address) => {
  const [page, kinds] = await Promise.all([api('GET /app/training/list', query), api('GET /app/training/kinds', {})])
  return { page, kinds: offeredOptions(kinds, query.kind), query }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) =>
  head(args, {
    name: '培训报名',
    description: '协会举办的取证、换证、继续教育与专题研修班：时间、地点、名额、费用与报名截止日期。',
    canonical: '/admin/publicity/training',
    breadcrumb: columnCrumbs(args.matches, COURSES_CRUMBS),
    tags: { ColumnName: '培训报名', ColumnType: '服务' },
  })

export default function Courses({ loaderData: { page, kinds, query } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(COURSES_CRUMBS)} title="培训报名">
        可以报名的班次排在前面，按截止时间先后排列。
      </PageHead>
      <FilterTabs
        name="报名状态"
        chosen={query.trained ? 'trained' : query.status}
        options={[
          { value: '', name: '全部', to: '/admin/publicity/training' },
          { value: 'trained', name: '近一年办结', to: '/admin/publicity/training?trained=yes' },
          ...Object.entries(statusNames).map(([value, name]) => ({
            value,
            name,
            to: `/admin/publicity/training?status=${value}`,
          })),
        ]}
      />
      <Filter name="查找培训班" keep={{ status: query.status, trained: query.trained }}>
        <FilterText label="关键词" name="key" value={query.key} placeholder="班名、内容或城市" maxLength={50} />
        {kinds.length > 0 && (
          <FilterSelect
            label="类别"
            name="kind"
            value={query.kind}
            options={kinds.map(({ code, name }) => ({ value: code, name }))}
          />
        )}
        <FilterSelect
          label="地区"
          name="provinceCode"
          value={query.provinceCode}
          options={provinces.map(({ code, name }) => ({ value: code, name }))}
        />
      </Filter>
      {page.list.length > 0 ? (
        <ul role="list" className="courses">
          {page.list.map(course => (
            <CourseRow key={course.id} course={course} />
          ))}
        </ul>
      ) : (
        <Empty title="没有符合条件的培训班" icon="calendar">
          <p>
            <Link to="/admin/publicity/training">查看全部培训班</Link>
            <PlaceLink to="trainingNotices" before="，或在" after="中了解近期安排">
              培训通知
            </PlaceLink>
            。
          </p>
        </Empty>
      )}
      <Pager page={page} unit="个培训班" />
    </div>
  )
}
