CREATE TABLE "moved_organisation" (
	"id" integer PRIMARY KEY NOT NULL,
	"to_id" integer NOT NULL,
	"name" text NOT NULL,
	"credit_code" text NOT NULL,
	"reason" text NOT NULL,
	"merged_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moved_organisation" ADD CONSTRAINT "moved_organisation_to_id_organisation_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."organisation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_organisation_to_id_index" ON "moved_organisation" USING btree ("to_id");--> statement-breakpoint
-- Whoever had read the id of an organisation before it was merged, and writes it after, is led to the other one.
create function organisation_moved() returns trigger language plpgsql as $$
declare
  other integer;
begin
  select to_id into other from moved_organisation where id = new.organisation_id;
  if found then
    new.organisation_id := other;
  end if;
  return new;
end $$;
--> statement-breakpoint
do $$
declare
  of record;
begin
  for of in
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id' and data_type = 'integer'
  loop
    execute format(
      'create trigger organisation_moved before insert or update of organisation_id on %I
       for each row when (new.organisation_id is not null) execute function organisation_moved()', of.name);
  end loop;
end $$;
