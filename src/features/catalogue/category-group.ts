/** Groups of categories that have a page of their own, in the order of the menu. */
export const GROUP_PAGES = ['food', 'care', 'bath', 'beauty', 'gifts'] as const;
export type GroupPage = (typeof GROUP_PAGES)[number];

/**
 * Groups that the menu shows as a dropdown. The categories of all other groups are single entries in one alphabetical
 * list.
 */
export const DROPDOWN_GROUPS = ['food', 'care'] as const satisfies readonly GroupPage[];

/** Values of the column `group` in categories.csv; a category of `other` is on no group's page. */
export const CATEGORY_GROUPS = [...GROUP_PAGES, 'other'] as const;
export type CategoryGroup = (typeof CATEGORY_GROUPS)[number];

/** The groups with a page that these categories belong to. */
export const groupsOf = (categories: readonly { group: CategoryGroup }[]): GroupPage[] =>
  GROUP_PAGES.filter((group) => categories.some((category) => category.group === group));
