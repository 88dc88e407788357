import Link from 'next/link'
import { banners, members, menu, newest } from '../lib/data'
import { Rows } from './rows'

/** Seven blocks of news, the banners, and a roll of thirty. */
export default async function Home() {
  const columns = (await menu()).filter(({ list }) => list.length > 0).slice(0, 7)
  const [shown, joined, ...blocks] = await Promise.all([
    banners(),
    members(),
    ...columns.map(column => newest(column.id, 8)),
  ])
  return (
    <>
      <h1>首页</h1>
      <ul>
        {shown.map(({ id, title, alt }) => (
          <li key={id}>
            {/* biome-ignore lint/performance/noImgElement: as the pages beside it have them */}
            <img src={`/api/file/${id}`} alt={alt} width="1920" height="640" />
            {title}
          </li>
        ))}
      </ul>
      {columns.map((column, i) => (
        <section key={column.id}>
          <h2>{column.name}</h2>
          <Rows of={blocks[i]} />
        </section>
      ))}
      <ul>
        {joined.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/member/${id}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
