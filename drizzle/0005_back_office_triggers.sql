create trigger content_changed after insert or update or delete or truncate on objection
for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on redirect for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on announcement
  for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on figure
  for each statement execute function content_changed();
--> statement-breakpoint
-- What the home page counted so far.
insert into figure (label, unit, source, sort) values
  ('会员单位', '家', 'member', 0),
  ('有效单位证书', '张', 'qualification', 1),
  ('有效人员证书', '张', 'personnel', 2),
  ('近一年培训', '人次', 'trained', 3),
  ('正在报名', '期', 'openCourse', 4),
  ('公开信息', '篇', 'article', 5);
--> statement-breakpoint
-- The audit log is only added to. Two things are let through: the seal of a line that has none, and the removal of the
-- oldest lines, once their last one is kept as the anchor of the chain and all of them are older than 180 days.
create function audit_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.seal_no is null and new.seal_no is not null and new.hash is not null
    and to_jsonb(new) - array['seal_no', 'hash'] = to_jsonb(old) - array['seal_no', 'hash'] then
    return new;
  end if;
  if tg_op = 'DELETE' and old.at < now() - interval '180 days'
    and exists (select from audit_anchor where seal_no >= old.seal_no) then
    return old;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_guard before update or delete on audit_event for each row execute function audit_guard();
--> statement-breakpoint
create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_refuse before truncate on audit_event for each statement execute function audit_refuse();
--> statement-breakpoint
create trigger audit_refuse before update or delete or truncate on audit_anchor
  for each statement execute function audit_refuse();
--> statement-breakpoint
create function audit_anchored() returns trigger language plpgsql as $$
begin
  if not exists (
    select from audit_event
    where seal_no = new.seal_no and hash = new.hash and at < now() - interval '180 days'
  ) then
    raise exception 'the chain can be anchored only at a line of it that is older than 180 days'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger audit_anchored before insert on audit_anchor for each row execute function audit_anchored();
--> statement-breakpoint
-- Whoever seals hears of new lines when the transaction commits.
create function audit_added() returns trigger language plpgsql as $$
begin
  perform pg_notify('audit', '');
  return null;
end $$;
--> statement-breakpoint
create trigger audit_added after insert on audit_event for each statement execute function audit_added();
