import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { startApp } from '#test/support/app.ts'
import { errorStatus } from './http.ts'

test('a read that PostgreSQL ends for a deadlock is repeated; if that does not help it is put off, and is no fault', async () => {
  const site = await startApp()
  // Reading links fails as in a deadlock as long as the sequence, which no rollback turns back, is below the limit.
  for (const statement of [
    `insert into link (name, url, "group") values ('协会', 'https://example.com', '')`,
    'create sequence reads',
    'create table conflicts as select 2 as until',
    `create function in_the_way() returns boolean language plpgsql volatile as $$ begin
       if nextval('reads') <= (select until from conflicts) then
         raise exception 'deadlock detected' using errcode = '40P01';
       end if;
       return true;
     end $$`,
    'alter table link rename to link_kept',
    'create view link as select * from link_kept where in_the_way()',
  ])
    await site.services.db.execute(statement)
  const ask = () => site.app.inject('/api/cms/index/noLogin/link')
  expect((await ask()).json()).toMatchObject({ code: 200, data: [{ name: '协会' }] })
  await site.services.db.execute('update conflicts set until = 100')
  const answer = await ask()
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  await site.close()
})

test.each(['40001', '40P01', '55P03'])('a write that ends with %s is put off: 503', code => {
  const conflict = Object.assign(new DatabaseError('in the way of another', 0, 'error'), { code })
  expect(errorStatus(Object.assign(new Error('failed query'), { cause: conflict })).status).toBe(503)
})
