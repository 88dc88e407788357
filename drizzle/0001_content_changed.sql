-- Whoever changes what the public sees, by whatever way, all processes hear of it when the transaction commits.
create function content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content', '');
  return null;
end $$;
--> statement-breakpoint
do $$
declare seen text;
begin
  foreach seen in array array[
    'setting', 'file', 'catalogue', 'article', 'article_file', 'banner', 'link',
    'certificate', 'certificate_event', 'organisation', 'person', 'member', 'member_level', 'member_style',
    'qualification_group', 'qualification_kind', 'qualification_level', 'personnel_group', 'personnel_kind',
    'course', 'registration', 'participant', 'advert'
  ] loop
    execute format('create trigger content_changed after insert or update or delete or truncate on %I
                    for each statement execute function content_changed()', seen);
  end loop;
end $$;
