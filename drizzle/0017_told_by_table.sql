CREATE INDEX "article_notice_ends_at_index" ON "article" USING btree ("notice_ends_at") WHERE notice_ends_at is not null;--> statement-breakpoint
-- Processes hear which table has changed, and drop what they keep of it alone.
create or replace function content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
-- Of articles they hear the column and the key words, and nothing of what the public does not see.
create function public_article_parts(of article) returns setof text language sql stable as $$
  select 'article ' || (of).catalogue_id where (of).status = 'published' and (of).deleted_at is null
  union all
  select 'article #' || keyword from unnest((of).keywords) keyword
  where (of).status = 'published' and (of).deleted_at is null
$$;
--> statement-breakpoint
create function articles_changed() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform pg_notify('content', part)
      from (select distinct public_article_parts(was) part from (select * from before) was) parts;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    perform pg_notify('content', part)
      from (select distinct public_article_parts(now) part from (select * from after) now) parts;
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger content_changed on article;
--> statement-breakpoint
create trigger content_changed after truncate on article for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed_insert after insert on article referencing new table as after
  for each statement execute function articles_changed();
--> statement-breakpoint
create trigger content_changed_update after update on article referencing old table as before new table as after
  for each statement execute function articles_changed();
--> statement-breakpoint
create trigger content_changed_delete after delete on article referencing old table as before
  for each statement execute function articles_changed();
--> statement-breakpoint
-- The files of an article, likewise.
create function article_files_changed() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform pg_notify('content', part) from (
      select distinct public_article_parts(article) part from article where id in (select article_id from before)) parts;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    perform pg_notify('content', part) from (
      select distinct public_article_parts(article) part from article where id in (select article_id from after)) parts;
  end if;
  return null;
end $$;
--> statement-breakpoint
drop trigger content_changed on article_file;
--> statement-breakpoint
create trigger content_changed after truncate on article_file for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed_insert after insert on article_file referencing new table as after
  for each statement execute function article_files_changed();
--> statement-breakpoint
create trigger content_changed_update after update on article_file referencing old table as before new table as after
  for each statement execute function article_files_changed();
--> statement-breakpoint
create trigger content_changed_delete after delete on article_file referencing old table as before
  for each statement execute function article_files_changed();
--> statement-breakpoint
-- Files come all the time, and change nothing; a file that is taken away, or called otherwise, does.
create trigger content_changed after update on file for each row
  when (old.deleted_at is distinct from new.deleted_at or old.name is distinct from new.name)
  execute function content_changed();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on award_certificate
  for each statement execute function content_changed();
