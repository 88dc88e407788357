import pg from 'pg'
import { cache } from 'react'

const { DATABASE_HOST: host, DATABASE_NAME: database, DATABASE_USER: user } = process.env
const pool = new pg.Pool({ host, database, user, max: 10 })
const ask = async (text, values = []) => (await pool.query(text, values)).rows

/** Asked once in a page. */
export const menu = cache(async () => {
  const rows = await ask('select id, parent_id, name, type, path from catalogue where not hidden order by sort, id')
  const childrenOf = id => rows.filter(row => row.parent_id === id)
  return childrenOf(null).map(entry => ({ ...entry, list: childrenOf(entry.id) }))
})

const ROW = `select a.id, a.title, a.summary, a.source, a.doc_no, a.published_at, a.is_top, a.cover_id, c.name as column_name
  from article a join catalogue c on c.id = a.catalogue_id where a.status = 'published' and a.published_at <= now()`
const ORDER = 'order by a.is_top desc, a.published_at desc, a.id desc'
const OF_COLUMN = 'and (a.catalogue_id = $1 or c.parent_id = $1)'

export const newest = (column, count) => ask(`${ROW} ${OF_COLUMN} ${ORDER} limit $2`, [column, count])

export async function listOf(column, page) {
  const [list, [{ total }], files] = await Promise.all([
    ask(`${ROW} ${OF_COLUMN} ${ORDER} limit 20 offset $2`, [column, (page - 1) * 20]),
    ask(
      `select count(*)::int as total from article a join catalogue c on c.id = a.catalogue_id
        where a.status = 'published' and a.published_at <= now() ${OF_COLUMN}`,
      [column],
    ),
    ask('select id, name from catalogue where id = $1', [column]),
  ])
  return { list, total, column: files[0] }
}

export async function articleOf(id) {
  const [[article], files, [views]] = await Promise.all([
    ask(
      `select a.*, c.name as column_name from article a join catalogue c on c.id = a.catalogue_id
        where a.id = $1 and a.status = 'published'`,
      [id],
    ),
    ask('select file_id from article_file where article_id = $1 order by sort', [id]),
    ask('select views from article_views where article_id = $1', [id]),
  ])
  return { article, files, views: views?.views ?? 0, related: await newest(article.catalogue_id, 6) }
}

export const banners = () => ask("select id, title, alt, place from banner where place = 'home' order by sort, id")
export const members = () =>
  ask(`select m.id, o.name, m.joined_on from member m join organisation o on o.id = m.organisation_id
    where m.is_public and m.status = 'active' order by m.joined_on desc, m.id desc limit 30`)
