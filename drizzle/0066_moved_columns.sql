CREATE TABLE "moved_catalogue" (
	"id" integer PRIMARY KEY NOT NULL,
	"to_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "moved_catalogue" ADD CONSTRAINT "moved_catalogue_to_id_catalogue_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."catalogue"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_catalogue_to_id_index" ON "moved_catalogue" USING btree ("to_id");