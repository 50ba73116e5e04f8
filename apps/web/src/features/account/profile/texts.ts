import { defineMessages } from '../../../lib/text/messages';

/** Texts of the profile, for every role. */
export const profileText = defineMessages({
  en: {
    email: 'Email',
    profileTitle: 'Your details',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone',
    noPhone: 'Not given',
    emailFixed: 'Your email belongs to your sign-in and stays as it is.',
    editProfile: 'Edit Profile',
    saveProfile: 'Save Changes',
    cancelProfile: 'Cancel',
    profileSaved: 'Profile updated successfully!',
    profileFailed: 'Failed to update profile',
    wrong: {
      firstName: 'Enter your first name',
      lastName: 'Enter your last name',
      phone: 'Enter a phone number such as +1 518 555 0100',
    },
    memberSince: (date: string) => `Here since ${date}`,
  },
});
